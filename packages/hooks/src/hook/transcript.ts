import type { Tool } from '../tool.ts';
import { type Members, membersOf, textOf } from './members.ts';
import { readLastLines } from './transcript-lines.ts';

/** What was said, as a tool has written it down. */
export interface SaidTurn {
  readonly turn: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** When, in the form of ISO 8601. */
  readonly timestamp: string;
}

/** What the end of a transcript holds of turns, the oldest first. Lines that are cut or are no JSON are passed over; a file that cannot be read has none. Of tools that name no turns nothing is read. */
export async function readTranscript(tool: Tool, path: string): Promise<readonly SaidTurn[]> {
  const readLine = lineReaders[tool];
  if (!readLine) return [];
  const said = new Map<string, SaidTurn>();
  const state: ReadState = { turn: '' };
  for (const line of await readLastLines(path)) {
    const one = readLine(line, state);
    // Of several replies of a turn the last is the answer.
    if (one && one.turn !== '' && one.text.trim() !== '') said.set(`${one.turn}/${one.role}`, one);
  }
  return [...said.values()];
}

/** The turn that lines belong to which do not name theirs. */
interface ReadState {
  turn: string;
}

type ReadLine = (line: Members, state: ReadState) => SaidTurn | null;

const lineReaders: Readonly<Partial<Record<Tool, ReadLine>>> = { 'claude-code': ofClaudeCode, codex: ofCodex };

function ofClaudeCode(line: Members, state: ReadState): SaidTurn | null {
  if (line.isSidechain === true || line.isMeta === true || line.isCompactSummary === true) return null;
  const { content, stop_reason: stopReason } = membersOf(line.message);
  const text = wordsOf(content);
  const timestamp = textOf(line.timestamp);
  if (line.type === 'user') {
    state.turn = textOf(line.promptId) || state.turn;
    // A command of the tool, as /compact, and what it printed.
    return /^\s*<(command|local-command)-/.test(text) ? null : { turn: state.turn, role: 'user', text, timestamp };
  }
  return line.type === 'assistant' && stopReason === 'end_turn' ? { turn: state.turn, role: 'assistant', text, timestamp } : null;
}

function ofCodex(line: Members): SaidTurn | null {
  const payload = membersOf(line.payload);
  const turn = textOf(payload.turn_id);
  const timestamp = textOf(line.timestamp);
  if (payload.type === 'task_complete') return { turn, role: 'assistant', text: textOf(payload.last_agent_message), timestamp };
  const item = membersOf(payload.item);
  if (payload.type !== 'item_completed' || item.type !== 'UserMessage') return null;
  return { turn, role: 'user', text: wordsOf(item.content), timestamp };
}

/** A text, or the texts of its parts. */
function wordsOf(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content.flatMap((part) => (membersOf(part).type === 'text' ? textOf(membersOf(part).text) : [])).join('\n');
}
