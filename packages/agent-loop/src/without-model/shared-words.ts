import { analyse, queryTerms } from '@agent-mem/recall/ranking';

/** Of the words that a text asks for, what answers it has to share so many. */
export const enoughShared = 0.5;

/** The words that a text asks for, and which of them other texts have, in any of their forms. */
export function sharedWords(asked: string): { readonly all: readonly string[]; sharedBy(text: string): readonly string[] } {
  const words = queryTerms(asked);
  return {
    all: words,
    sharedBy(text) {
      const { terms } = analyse(text);
      return words.filter((word) => word in terms);
    },
  };
}

/** A text on one line, of so many characters at most. */
export function clipped(text: string, mostCharacters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
