/** A text as phrases are looked for in it: lower case, without accents, quotes made plain, one space between words. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, ' ');
}

/**
 * Whether one of the phrases (`a|b`: either) stands in a text as whole words. A phrase that ends in `*` is the beginning of a word. Case
 * and accents do not matter.
 */
export function hasPhrase(text: string, phrases: string): boolean {
  const within = folded(text);
  return phrases.split('|').some((phrase) => {
    const isStem = phrase.endsWith('*');
    const words = RegExp.escape(folded(isStem ? phrase.slice(0, -1) : phrase));
    return new RegExp(`(?<![\\p{L}\\p{N}])${words}${isStem ? '' : '(?![\\p{L}\\p{N}])'}`, 'u').test(within);
  });
}
