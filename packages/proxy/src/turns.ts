import { createHash } from 'node:crypto';
import type { InsertionPoint } from './json/insertion.ts';
import type { Said } from './wires/wire.ts';

/** One turn of the user in a request. */
export interface Turn {
  /** The same in each request that has it, and of no other turn of the conversation. */
  readonly id: string;
  readonly words: string;
  readonly at: InsertionPoint;
}

/** What a request is to a conversation. */
export interface Turns {
  /** Oldest first. */
  readonly earlier: readonly Turn[];
  /** What is asked now; `null`: the request has no words of the user's. */
  readonly last: Turn | null;
  /** Of the last turn and what has come without words since, as from tools: its reply is stored under it. */
  readonly requestId: string;
}

/**
 * The turns of what was said in a conversation. `after`: the reply that the request goes on from, where the upstream holds what was said before; otherwise empty. What the assistant said is no part of an id, as clients write it
 * anew in later requests.
 */
export function turnsOf(conversationId: string, said: readonly Said[], after: string): Turns {
  let spoken = hash(after, conversationId);
  let requestId = spoken;
  const turns: Turn[] = [];
  for (const { role, text, at } of said) {
    if (role === 'assistant') continue;
    if (at === null) {
      requestId = hash(requestId, text);
      continue;
    }
    spoken = hash(spoken, text);
    requestId = spoken;
    turns.push({ id: spoken, words: text, at });
  }
  return { earlier: turns.slice(0, -1), last: turns.at(-1) ?? null, requestId };
}

function hash(before: string, text: string): string {
  return createHash('sha256').update(`${before}\n${text}`).digest('base64url');
}
