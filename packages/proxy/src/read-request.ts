import { conversationKey, type Headers } from './conversation-key.ts';
import { type JsonText, readJson, textMember } from './json/json-text.ts';
import { type Turns, turnsOf } from './turns.ts';
import type { Wire } from './wires/wire.ts';

/** A request of a wire, as far as the proxy reads it. */
export interface ProxiedRequest {
  /** Empty: it names none. */
  readonly model: string;
  readonly isStreaming: boolean;
  /** Whom the caller speaks for; `null`: it does not say. */
  readonly user: string | null;
  /** What memory is for. `null`: the request goes on as it came. */
  readonly spoken: SpokenRequest | null;
}

/** The words of a request and where they belong. */
export interface SpokenRequest {
  readonly json: JsonText;
  readonly conversationId: string;
  readonly turns: Turns;
}

/** Reads a body of this wire. What it does not understand is left to the upstream. Throws `invalid-argument` for a header of ours that is malformed. */
export function readRequest(wire: Wire, headers: Headers, body: Uint8Array): ProxiedRequest {
  const json = readJson(body);
  if (!json) return { model: '', isStreaming: false, user: null, spoken: null };
  const { model, isStreaming, said } = wire.read(json.root);
  const conversationId = conversationKey(headers, json.root, said);
  const turns = conversationId === null ? null : turnsOf(conversationId, said);
  return {
    model,
    isStreaming,
    user: textMember(json.root, 'user'),
    spoken: conversationId !== null && turns ? { json, conversationId, turns } : null,
  };
}
