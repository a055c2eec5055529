import { sha256 } from '@agent-mem/contract';

const mostWords = 3;
const mostCharacters = 32;

/** What a detail is known by when its key is made. */
export interface NamedDetail {
  readonly sourceCommand: string | null;
  readonly description: string;
  readonly memoryType: string;
}

/**
 * The keys that a detail may have, the shortest first: words of what it is, and an end made of `origin`. The same origin has the same keys, so
 * that a repeat of an upload finds what the first one stored.
 */
export function memoryKeys(detail: NamedDetail, origin: string): readonly string[] {
  const end = BigInt(`0x${sha256(origin)}`)
    .toString(36)
    .padStart(24, '0');
  return [4, 8, 24].map((length) => `${slugOf(detail)}_${end.slice(-length)}`);
}

function slugOf({ sourceCommand, description, memoryType }: NamedDetail): string {
  const said = [sourceCommand ?? '', description, memoryType].map(wordsIn).find((words) => words.length > 0) ?? ['detail'];
  return said
    .slice(0, mostWords)
    .join('_')
    .slice(0, mostCharacters)
    .replace(/(?<!_)_+$/, '');
}

function wordsIn(text: string): readonly string[] {
  const plain = text.slice(0, 200).normalize('NFKD').toLowerCase();
  return plain.match(/[a-z][a-z0-9]*/g) ?? [];
}
