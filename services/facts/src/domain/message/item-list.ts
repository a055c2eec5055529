/** Words of numbers, each at its number: what one has is counted by "a". */
export const numberWords = ['no', 'a', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** The items of a list: "Tim, Ana and Leo". */
export function itemsOf(list: string): readonly string[] {
  return list.split(/, (?:and )?| and /);
}

/** Items as a list; empty for none. */
export function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
