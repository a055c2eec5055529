import type { IndexAttributes, JsonObject } from '@agent-mem/storage';

/** What the kit makes a search document of, by analysing and embedding the text. */
export interface DocumentSource {
  /** What it is found by. */
  readonly text: string;
  /** Who says it: found by this name too. */
  readonly speaker?: string | null;
  /** Found by the words of its date too. Default false. */
  readonly dated?: boolean;
  /** Found by what is almost one of its words too; see `DescribedText`. Default false. */
  readonly spelled?: boolean;
  /** Found by its meaning too, by a vector. Default true. */
  readonly embedded?: boolean;
  /** Default `scope`. */
  readonly visibility?: 'scope' | 'conversation';
  readonly role?: string;
  /** When it was said or learned (ISO 8601). */
  readonly timestamp: string;
  /** What ranking looks at beside terms, vectors and what the kit notes of the text itself. */
  readonly fields?: JsonObject;
  /** What filters look at. Default: nothing. */
  readonly attributes?: IndexAttributes;
}
