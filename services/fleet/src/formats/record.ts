import { counting } from '@agent-mem/contract';

/** A tool call of an imported message, with the tool's answer. */
export interface ImportedCall {
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
  /** `null`: the source has no answer. */
  result: { readonly text: string; readonly success: boolean } | null;
}

/** A message as the source has it. */
export interface ImportedMessage {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly content: string;
  readonly reasoning: string | null;
  /** RFC 3339 in milliseconds; `null`: the source does not say. */
  readonly timestamp: string | null;
  readonly speaker: string | null;
  readonly calls: readonly ImportedCall[];
}

/** A conversation of a source. */
export interface ImportedConversation {
  readonly kind: 'conversation';
  /** The source's own id, the same in every file of it; `null`: it has none. */
  readonly sourceId: string | null;
  /** By what it is known in its file: its position, or an id that holds only there. */
  readonly inFile: string;
  readonly title: string | null;
  readonly createdAt: string | null;
  readonly messages: readonly ImportedMessage[];
}

/** A fact of a source. */
export interface ImportedFact {
  readonly kind: 'fact';
  readonly content: string;
  readonly timestamp: string | null;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  readonly tags: readonly string[];
}

/** What is not taken, and why. */
export interface Skipped {
  readonly kind: 'skipped';
  readonly reason: string;
}

/** What is not taken of so many things, such as 2, `message`, ` of other types`; none of nothing. */
export function leftOut(count: number, thing: string, which = ''): readonly Skipped[] {
  return count === 0 ? [] : [{ kind: 'skipped', reason: `${counting(count, thing)}${which}` }];
}

/** What every format makes of a source. */
export type ImportRecord = ImportedConversation | ImportedFact | Skipped;

/** A record with its position in the source, as a report names it. */
export interface Located {
  readonly at: string;
  readonly record: ImportRecord;
}

/** What stands at one position of a JSON file. `error`: it cannot be read. */
export type Element = { readonly at: string; readonly value: unknown } | { readonly at: string; readonly error: string };

/** A format whose files are lists of JSON records. */
export interface JsonFormat {
  readonly meaning: string;
  /** Members of an object around the records that hold the list. */
  readonly lists: readonly string[];
  /** Whether a record is one message of a conversation that the whole file is. */
  isMessage?(value: unknown): boolean;
  /** What one record is. Messages of one conversation come together, in their order. */
  read(value: unknown, at: string): readonly ImportRecord[];
}
