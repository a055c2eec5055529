import type { Headers } from './conversation-key.ts';
import { elements, type JsonValue, member, textMember } from './json/json-text.ts';
import type { WireRequest } from './wires/wire.ts';

/** Whether a program asks this for itself: a title, a compaction, a sub-agent's own turn. It is no turn of the user's, though it stands in the same conversation. */
export function isAuxiliary(headers: Headers, body: JsonValue, asked: WireRequest): boolean {
  return isOfClaudeCode(headers, body, asked) || isOfCodex(headers) || isOfGeminiCli(headers, body, asked);
}

/** A shorter text that names a summary may well be the user's. */
const leastCompaction = 1_000;

function isOfClaudeCode(headers: Headers, body: JsonValue, { said }: WireRequest): boolean {
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

/** Only turns of the user and of sub-agents stream: what chooses the model, compacts or corrects does not. Sub-agents alone have a tool that ends their task. */
function isOfGeminiCli(headers: Headers, body: JsonValue, { isStreaming }: WireRequest): boolean {
  if (!String(headers['user-agent'] ?? '').startsWith('GeminiCLI')) return false;
  return !isStreaming || toolsOf(body).includes('complete_task');
}

function toolsOf(body: JsonValue): readonly (string | null)[] {
  const tools = elements(member(body, 'tools'));
  return tools.flatMap((tool) => elements(member(tool, 'functionDeclarations'))).map((tool) => textMember(tool, 'name'));
}
