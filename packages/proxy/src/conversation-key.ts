import { OperationError, sha256 } from '@agent-mem/contract';
import { type JsonValue, member, textMember } from './json/json-text.ts';
import type { Said } from './wires/wire.ts';

/** The headers of a request. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a request says of its conversation; the first that is there holds. */
export interface ConversationKey {
  readonly id: string | null;
  /** The id of the reply that it goes on from, whose conversation it belongs to. */
  readonly previousResponse: string | null;
  /** By the first words of the user. */
  readonly byFirstWords: string | null;
  /** The upstream holds the conversation, so the request has its newest part alone. */
  readonly isHeldUpstream: boolean;
}

const mostCharacters = 256;

/** The conversation that a request belongs to: as our header names it, as the program's own header does, as the body does. Throws `invalid-argument` where our header is too long. */
export function conversationKey(headers: Headers, body: JsonValue, said: readonly Said[]): ConversationKey {
  const conversation = conversationIn(body);
  const previousResponse = asName(textMember(body, 'previous_response_id'));
  const ofMetadata = asName(textMember(member(body, 'metadata'), 'conversation_id'));
  return {
    id: named(headers) ?? ofProgram(headers) ?? conversation ?? ofMetadata,
    previousResponse,
    byFirstWords: byFirstWords(said),
    isHeldUpstream: conversation !== null || previousResponse !== null,
  };
}

function named(headers: Headers): string | null {
  const name = headers['x-agent-mem-conversation'];
  if (name === undefined || name === '') return null;
  if (typeof name === 'string' && name.length <= mostCharacters) return name;
  throw new OperationError('invalid-argument', `X-Agent-Mem-Conversation: must have 1 to ${mostCharacters} characters`);
}

/** Claude Code and Codex name their sessions, the same over `--continue`, `resume` and a compaction. */
function ofProgram(headers: Headers): string | null {
  const ofClaudeCode = asName(headers['x-claude-code-session-id']);
  if (ofClaudeCode !== null) return ofClaudeCode;
  return String(headers.originator ?? '').startsWith('codex') ? asName(headers['session-id']) : null;
}

function conversationIn(body: JsonValue): string | null {
  const conversation = member(body, 'conversation');
  return asName(conversation?.type === 'string' ? conversation.value : textMember(conversation, 'id'));
}

function byFirstWords(said: readonly Said[]): string | null {
  const first = said.find(({ at }) => at !== null);
  if (!first) return null;
  // A single space stays as it is: a long text has a million, and each replacement is made.
  const words = first.text
    .normalize('NFC')
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim();
  return `words-${sha256(words).slice(0, 32)}`;
}

/** What can be the name of a conversation. */
function asName(text: unknown): string | null {
  if (typeof text !== 'string' || text === '' || text.length > mostCharacters) return null;
  return /[\p{Cc}\p{Cs}]/u.test(text) ? null : text;
}
