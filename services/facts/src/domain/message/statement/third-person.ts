const words: Readonly<Record<string, string>> = {
  my: 'their',
  mine: 'theirs',
  me: 'them',
  myself: 'themselves',
  i: 'they',
  "i'm": "they're",
  "i've": "they've",
  "i'll": "they'll",
  "i'd": "they'd",
  we: 'they',
  "we're": "they're",
  "we've": "they've",
  our: 'their',
  ours: 'theirs',
  ourselves: 'themselves',
  us: 'them',
};

/** The first person inside a statement about the user, said of them: "because I love my garden" becomes "because they love their garden". */
export function thirdPerson(text: string): string {
  return text
    .replace(/\bi am\b/gi, 'they are')
    .replace(/\bi was\b/gi, 'they were')
    .replace(
      /(?<![\p{L}\p{N}'.-])(?:my|mine|me|myself|i|i'm|i've|i'll|i'd|we|we're|we've|our|ours|ourselves|us)(?![\p{L}\p{N}'-])/giu,
      (word) => (word === 'US' ? word : (words[word.toLowerCase()] ?? word)),
    );
}

/** The same inside a statement about somebody of the user's: "my brother is in Hamburg with my wife" is of the wife of the user. */
export function thirdPersonOfOther(text: string): string {
  return thirdPerson(
    text
      .replace(/(?<![\p{L}\p{N}'.-])(?:my|our)(?![\p{L}\p{N}'-])/giu, "the user's")
      .replace(/(?<![\p{L}\p{N}'.-])(?:me|us)(?![\p{L}\p{N}'-])/gu, 'the user'),
  );
}

/** A verb as "the user" takes it: live becomes lives, study studies, have has. */
export function conjugate(verb: string): string {
  const [base = '', ...rest] = verb.toLowerCase().split(' ');
  if (rest.length > 0) return [conjugate(base), ...rest].join(' ');
  if (base === 'have') return 'has';
  if (base === 'am' || base === 'are') return 'is';
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return `${base}s`;
}
