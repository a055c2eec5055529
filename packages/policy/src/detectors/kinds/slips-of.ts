/** A word as it is also typed, as alternatives of a pattern: one letter is left out, another, one too many, or swapped with the next; never its first. */
export function slipsOf(word: string): string {
  const slips = new Set<string>();
  for (let at = 1; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    slips.add(`${before}[a-z]${word.slice(at)}`);
    if (at === word.length) break;
    slips.add(before + after).add(`${before}[a-z]${after}`);
    if (after !== '') slips.add(`${before}${after.charAt(0)}${word.charAt(at)}${after.slice(1)}`);
  }
  return [...slips].join('|');
}
