import type { PartEvent } from "../contract";

/** Joins the slices of events that were too large for one frame. */
export class Parts {
  private readonly slices = new Map<string, string[]>();

  /** The whole event once its last slice is here; throws when a slice is missing. */
  add(part: PartEvent): unknown {
    const slices = this.slices.get(part.id) ?? [];
    if (part.sequence !== slices.length) {
      this.slices.delete(part.id);
      throw new Error(`Part ${slices.length} of a long message is missing.`);
    }
    slices.push(part.data);
    if (!part.last) {
      this.slices.set(part.id, slices);
      return undefined;
    }
    this.slices.delete(part.id);
    return JSON.parse(slices.join(""));
  }

  forget(id: string): void {
    this.slices.delete(id);
  }
}
