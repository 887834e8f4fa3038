import type { FileProgress } from "./adder";

const ORDER: readonly FileProgress["state"][] = ["sending", "failed", "waiting", "sent"];

/** Of many files those that a person looks for: the one on its way, then what failed, then what is still to come. */
export function inSight(files: readonly FileProgress[], most: number): readonly FileProgress[] {
  return ORDER.flatMap((state) => files.filter((file) => file.state === state)).slice(0, most);
}
