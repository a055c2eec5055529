import { isAuxiliary } from './auxiliary.ts';
import { type ConversationKey, conversationKey, type Headers } from './conversation-key.ts';
import { type JsonText, readJson, textMember } from './json/json-text.ts';
import { type Repeat, repeatIn } from './repeat.ts';
import type { Said, Wire } from './wires/wire.ts';

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

/** What is said in a request and where it belongs. */
export interface SpokenRequest {
  readonly json: JsonText;
  readonly said: readonly Said[];
  readonly conversation: ConversationKey;
  readonly repeat: Repeat;
  /** A later request may go on from the reply by its id. */
  readonly isReplyHeld: boolean;
}

/** Reads a request of this wire by its path and its body. What it does not understand is left to the upstream. Throws `invalid-argument` for a header of ours that is malformed. */
export function readRequest(wire: Wire, path: string, headers: Headers, body: Uint8Array): ProxiedRequest {
  const json = readJson(body);
  const asked = wire.read(json?.root, path);
  const { model, isStreaming, isReplyHeld, said } = asked;
  if (!json) return { model, isStreaming, user: null, spoken: null };
  const conversation = conversationKey(headers, json.root, said);
  // What comes next may go on from this reply, whatever it was asked by.
  const isSpoken = (said.length > 0 || conversation.isHeldUpstream) && !isAuxiliary(headers, json.root, asked);
  return {
    model,
    isStreaming,
    user: textMember(json.root, 'user'),
    spoken: isSpoken ? { json, said, conversation, repeat: repeatIn(headers), isReplyHeld } : null,
  };
}
