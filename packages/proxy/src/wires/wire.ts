import type { InsertionPoint } from '../json/insertion.ts';
import type { JsonValue } from '../json/json-text.ts';

/** One thing that was said before or in a request, as plain text. */
export interface Said {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** Where a block goes in front of it. `null`: nowhere; only the user's own words have one. Of a user without words, as by an image, the text is empty. */
  readonly at: InsertionPoint | null;
}

/** What a request asks, as far as memory goes. */
export interface WireRequest {
  /** Empty: it names none. */
  readonly model: string;
  readonly isStreaming: boolean;
  /** The upstream holds the reply, and a later request may go on from it by its id. */
  readonly isReplyHeld: boolean;
  /** Oldest first. */
  readonly said: readonly Said[];
}

/** What an upstream replied, as far as it has come. */
export interface Reply {
  readonly text: string;
  /** The upstream has said that nothing is missing: no limit of its length, no filter and no error has cut it. */
  readonly isWhole: boolean;
  /** The last event of its stream has come, or an error, which may come behind all of the text. */
  readonly isOver: boolean;
  /** As the upstream named it; `null`: it has not. */
  readonly id: string | null;
}

/** Reads a reply. */
export interface ReplyReader {
  readonly reply: Reply;
  /** One event of a stream. */
  event(data: string): void;
  /** All of a reply that does not stream. */
  json(body: unknown): void;
}

/** A way to ask models. */
export interface Wire {
  /** Where clients ask it, as routes of Fastify. */
  readonly paths: readonly string[];
  /** Reads a request to this path. `undefined`: its body cannot be read. */
  read(body: JsonValue | undefined, path: string): WireRequest;
  replyReader(): ReplyReader;
}
