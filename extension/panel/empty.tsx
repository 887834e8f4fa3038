import type { ComponentChildren } from "preact";

/** A place with nothing in it yet, and what to do about that. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
