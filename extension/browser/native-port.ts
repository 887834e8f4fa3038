/** The real native-messaging port. */

import { browser } from "wxt/browser";
import type { OpenPort } from "../engine/port";
import { HOST_NAME } from "../identity";

/** Firefox puts the reason on the port; Chromium in `runtime.lastError`. */
interface FirefoxPort {
  error?: { message: string } | null;
}

export const openNativePort: OpenPort = (listener) => {
  const port = browser.runtime.connectNative(HOST_NAME);
  port.onMessage.addListener((message: unknown) => listener.message(message));
  port.onDisconnect.addListener(() => {
    const reason = browser.runtime.lastError?.message ?? (port as FirefoxPort).error?.message; // none: a clean end
    listener.closed(reason ?? null);
  });
  return {
    post: (message) => port.postMessage(message),
    close: () => port.disconnect(),
  };
};
