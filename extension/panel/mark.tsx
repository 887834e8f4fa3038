/** An ambry: a niche in a wall, closed by a small door, with what is kept on its shelf. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path class="mark-wall" d="M4 30V14a12 12 0 0 1 24 0v16z" />
      <path class="mark-niche" d="M8 26V14.5a8 8 0 0 1 16 0V26z" />
      <path class="mark-books" d="M11 13.5h2.6V19H11zm3.6-1.5h2.6v7h-2.6zm4 .8 2.4-.5 1.2 6.4-2.4.5z" />
      <path class="mark-shelf" d="M8 19.4h16V21H8zM4 26.6h24V30H4z" />
    </svg>
  );
}
