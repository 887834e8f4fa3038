/** The engine counts characters; strings here count UTF-16 units, of which an emoji takes two. */

/** For a text, a function from an offset in characters to the same place in UTF-16 units. */
export function unitsOf(text: string): (characters: number) => number {
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (characters) => characters;
  const doubles: number[] = []; // which characters take two units, ascending
  let count = 0;
  for (const character of text) {
    if (character.length === 2) doubles.push(count);
    count += 1;
  }
  return (characters) => characters + countBelow(doubles, characters);
}

/** How many of the ascending `numbers` are below `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
