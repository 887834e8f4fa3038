import type { ErrorCode, ErrorView } from "../contract";

/** Codes of the contract, and what can go wrong before the engine is reached. */
export type FailureCode = ErrorCode | "disconnected" | "silent" | "not_sent" | "not_allowed";

/** Why a request has no result: a sentence for the person, and what to do next. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly code: FailureCode,
    message: string,
    readonly nextStep = "",
    readonly logReference = "",
  ) {
    super(message);
  }

  static fromView(view: ErrorView): EngineError {
    return new EngineError(view.code, view.message, view.next_step, view.log_reference);
  }

  /** Anything that was thrown, as something that can be shown. */
  static from(thrown: unknown): EngineError {
    if (thrown instanceof EngineError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new EngineError("internal", message || "Something went wrong in the extension.");
  }
}

export function cancelled(): EngineError {
  return new EngineError("cancelled", "Stopped.");
}
