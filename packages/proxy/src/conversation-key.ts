import { createHash } from 'node:crypto';
import { OperationError } from '@agent-mem/contract';
import { type JsonValue, member, textMember } from './json/json-text.ts';
import type { Said } from './wires/wire.ts';

/** The header by which a caller names the conversation. */
export const conversationHeader = 'x-agent-mem-conversation';

/** The headers of a request, each once. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const mostCharacters = 256;

/**
 * The conversation that a request belongs to: as our header names it, as the program's own header does, as the body does, else by the first words of the user. `null`: by none of these. Throws
 * `invalid-argument` where our header is too long.
 */
export function conversationKey(headers: Headers, body: JsonValue, said: readonly Said[]): string | null {
  return named(headers) ?? ofProgram(headers) ?? ofBody(body) ?? ofFirstWords(said);
}

function named(headers: Headers): string | null {
  const name = headers[conversationHeader];
  if (name === undefined || name === '') return null;
  if (typeof name === 'string' && name.length <= mostCharacters) return name;
  throw new OperationError(
    'invalid-argument',
    `X-Agent-Mem-Conversation: must come once, with 1 to ${mostCharacters} characters`,
  );
}

/** Claude Code and Codex name their sessions, also over `--continue`, `resume` and a compaction. */
function ofProgram(headers: Headers): string | null {
  const ofClaudeCode = asName(headers['x-claude-code-session-id']);
  if (ofClaudeCode !== null) return ofClaudeCode;
  return String(headers.originator ?? '').startsWith('codex') ? asName(headers['session-id']) : null;
}

function ofBody(body: JsonValue): string | null {
  const conversation = member(body, 'conversation');
  return (
    asName(conversation?.type === 'string' ? conversation.value : textMember(conversation, 'id')) ??
    asName(textMember(member(body, 'metadata'), 'conversation_id'))
  );
}

function ofFirstWords(said: readonly Said[]): string | null {
  const first = said.find(({ at }) => at !== null);
  if (!first) return null;
  const words = first.text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return `words-${createHash('sha256').update(words).digest('hex').slice(0, 32)}`;
}

/** What can be the name of a conversation. */
function asName(text: unknown): string | null {
  if (typeof text !== 'string' || text === '' || text.length > mostCharacters) return null;
  return /\p{Cc}/u.test(text) ? null : text;
}
