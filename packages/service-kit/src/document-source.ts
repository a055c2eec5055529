import type { JsonObject } from '@agent-mem/storage';

/** What the kit makes a search document of, by analysing and embedding the text. */
export interface DocumentSource {
  /** What it is found by. */
  readonly text: string;
  /** Default `scope`. */
  readonly visibility?: 'scope' | 'conversation';
  readonly role?: string;
  /** When it was said or learned (ISO 8601). */
  readonly timestamp: string;
  /** What ranking looks at beside terms and vectors: speaker … */
  readonly fields?: JsonObject;
}
