import { sha256 } from '@agent-mem/contract';
import { comparable, type IndexAttributes, longestBound } from '@agent-mem/storage';

/** Code units that one number stands for: 65537³ is a whole number that a double holds exactly. */
const unitsPerChunk = 3;
/** Chunks of the longest bound, and one more: whether a value goes on after it. */
const mostChunks = Math.ceil(longestBound / unitsPerChunk) + 1;

/** What Qdrant holds of a document's attributes, for filters. Equal attributes make equal payloads. */
export interface AttributePayload {
  readonly has_attributes: boolean;
  /** A word for each key and each value, which are any text. */
  readonly attributes: readonly string[];
  readonly tags: readonly string[];
  /** By key: its value as a number, or as the numbers of its first characters. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The payload of a document's attributes; `null`: it has none yet. */
export function attributePayload(attributes: IndexAttributes | null): AttributePayload {
  const { metadata, tags } = attributes ?? { metadata: {}, tags: [] };
  const entries = Object.entries(metadata);
  return {
    has_attributes: attributes !== null,
    attributes: entries.flatMap(([key, value]) => [keyWord(key), valueWord(key, value)]),
    tags: tags.map(tagWord),
    values: Object.fromEntries(entries.map(([key, value]) => [keyName(key), comparedNumbers(value)])),
  };
}

/** Says that a document has the key. */
export function keyWord(key: string): string {
  return wordOf('key', key);
}

/** Says that a document has this value of the key. */
export function valueWord(key: string, value: string): string {
  return wordOf('value', key, comparable(value));
}

/** Says that a document has the tag. */
export function tagWord(tag: string): string {
  return wordOf('tag', tag);
}

/** Where the numbers of a key's value are in the payload. */
export function valuePath(key: string, member: string): string {
  return `values.${keyName(key)}.${member}`;
}

/** The member that holds a number. */
export const numberMember = 'n';

/** The member that holds a chunk of a text, from 0. */
export function chunkMember(index: number): string {
  return `t${index}`;
}

/** The first characters of a text as numbers: texts compare as their lists of numbers do. */
export function chunksOf(text: string): readonly number[] {
  const chunks: number[] = [];
  for (let start = 0; start < text.length && chunks.length < mostChunks; start += unitsPerChunk) {
    let chunk = 0;
    // One more than the unit: the end of a text comes before every character.
    for (let at = start; at < start + unitsPerChunk; at += 1)
      chunk = chunk * 65_537 + (at < text.length ? text.charCodeAt(at) + 1 : 0);
    chunks.push(chunk);
  }
  return chunks;
}

function comparedNumbers(value: string): Record<string, number> {
  const own = comparable(value);
  if (typeof own === 'number') return { [numberMember]: own };
  // A text without characters has a chunk too, so that it is known for a text.
  const chunks = own === '' ? [0] : chunksOf(own);
  return Object.fromEntries(chunks.map((chunk, index) => [chunkMember(index), chunk]));
}

/** A key as a member of the payload: any text, as a name that a path may hold. */
function keyName(key: string): string {
  return `k${wordOf('key', key)}`;
}

/** Any list of texts and numbers as one word of 32 hexadecimal digits. */
function wordOf(...parts: readonly (string | number)[]): string {
  return sha256(JSON.stringify(parts)).slice(0, 32);
}
