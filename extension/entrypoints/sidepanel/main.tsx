/** Builds the panel from the browser's parts. */

import { render } from "preact";
import { browser } from "wxt/browser";
import { followActiveTab } from "../../browser/active-tab";
import { backgroundTabs } from "../../browser/background-tabs";
import { canonicalOf } from "../../browser/canonical-of";
import { captureTab } from "../../browser/capture-tab";
import { openNativePort } from "../../browser/native-port";
import { openAddress } from "../../browser/open-address";
import { askToReadAll } from "../../browser/page-access";
import { saveFile } from "../../browser/save-file";
import { onPermissionsChange, siteMemory, sitePermissions } from "../../browser/site-permissions";
import { videoTab } from "../../browser/video-tab";
import { App } from "../../panel/app";
import { Companion } from "../../panel/companion";
import { pageLoader } from "../../rendering/load-page";
import "./style.css";
import "./conversation.css";
import "./sources.css";
import "./controls.css";
import "./places.css";
import "./site.css";
import "./footer.css";
import "./sheet.css";
import "./vault.css";
import "./forced-colors.css";

const companion = new Companion({
  version: browser.runtime.getManifest().version,
  extensionId: browser.runtime.id,
  openPort: openNativePort,
  captureTab,
  canonicalOf,
  videoTab,
  languages: navigator.languages,
  loadPage: pageLoader(backgroundTabs),
  sitePermissions,
  siteMemory,
  askToReadAll,
  openAddress,
  copy: (text) => navigator.clipboard.writeText(text),
  save: saveFile,
});

// A file dropped beside the place for files would open in the panel's stead.
for (const type of ["dragover", "drop"]) addEventListener(type, (event) => event.preventDefault());

const root = document.getElementById("root");
if (root) render(<App companion={companion} />, root);
void followActiveTab(companion.view);
onPermissionsChange(() => void companion.consent.load());
companion.start();
