import type { Headers } from './conversation-key.ts';
import { type JsonValue, member } from './json/json-text.ts';
import type { Said } from './wires/wire.ts';

/** Whether a program asks this for itself: a title, a compaction, a sub-agent's own turn. It is no turn of the user's, though it stands in the same conversation. */
export function isAuxiliary(headers: Headers, body: JsonValue, said: readonly Said[]): boolean {
  return isOfClaudeCode(headers, body, said) || isOfCodex(headers);
}

/** A shorter text that names a summary may well be the user's. */
const leastCompaction = 1_000;

function isOfClaudeCode(headers: Headers, body: JsonValue, said: readonly Said[]): boolean {
  if (headers['x-claude-code-session-id'] === undefined) return false;
  if (headers['x-claude-code-agent-id'] !== undefined) return true;
  const asked = said.findLast(({ at }) => at !== null)?.text ?? '';
  const isTitle = asked.startsWith('<session>') && member(member(body, 'output_config'), 'format') !== undefined;
  return isTitle || (asked.length > leastCompaction && asked.includes('<summary>'));
}

/** It says so itself: the user's turns are of the kind `turn`, in threads of the user. */
function isOfCodex(headers: Headers): boolean {
  const text = headers['x-codex-turn-metadata'];
  if (typeof text !== 'string') return false;
  try {
    const { request_kind: kind = 'turn', thread_source: source = 'user' } = JSON.parse(text) as Record<string, unknown>;
    return kind !== 'turn' || source !== 'user';
  } catch {
    return false;
  }
}
