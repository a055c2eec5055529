import type { ReadAnswer } from './model-answer.ts';

/**
 * Reads the list of a model entry by entry, up to `most` that can be used; the others are dropped. A list that has entries, none of which
 * can be used, is unusable for the reason of the first.
 */
export function readEntries<Entry>(
  list: readonly unknown[],
  most: number,
  read: (entry: unknown) => ReadAnswer<Entry>,
): ReadAnswer<readonly Entry[]> {
  const value: Entry[] = [];
  const dropped: string[] = [];
  for (const each of list) {
    if (value.length === most) break;
    const entry = read(each);
    if ('unusable' in entry) dropped.push(entry.unusable);
    else value.push(entry.value);
  }
  const [first] = dropped;
  return value.length === 0 && first !== undefined ? { unusable: first } : { value, dropped };
}
