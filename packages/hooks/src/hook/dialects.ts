import type { Tool } from '../tool.ts';
import type { HookEvent } from './hook-event.ts';
import { membersOf, textOf } from './members.ts';

/** How a tool writes its hook's JSON, by the names of members. */
interface Dialect {
  readonly kinds: Readonly<Record<string, HookEvent['kind']>>;
  readonly session: string;
  readonly turn: string;
  /** What the assistant said. Only that of Gemini CLI is held against the transcript (`gemini-reply.ts`). */
  readonly reply: string;
  /** The output by which the tool's model sees a text. */
  output(event: string, text: string): object;
}

const inSpecificOutput = (hookEventName: string, additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

const dialects: Readonly<Record<Tool, Dialect>> = {
  'claude-code': {
    kinds: { SessionStart: 'start', UserPromptSubmit: 'prompt', Stop: 'reply', PreCompact: 'compaction' },
    session: 'session_id',
    turn: 'prompt_id',
    reply: 'last_assistant_message',
    output: inSpecificOutput,
  },
  codex: {
    kinds: { SessionStart: 'start', UserPromptSubmit: 'prompt', Stop: 'reply', PreCompact: 'compaction' },
    session: 'session_id',
    turn: 'turn_id',
    reply: 'last_assistant_message',
    output: inSpecificOutput,
  },
  gemini: {
    kinds: { SessionStart: 'start', BeforeAgent: 'prompt', AfterAgent: 'reply' },
    session: 'session_id',
    turn: 'timestamp',
    reply: 'prompt_response',
    output: inSpecificOutput,
  },
  cursor: {
    kinds: { sessionStart: 'start', beforeSubmitPrompt: 'prompt', afterAgentResponse: 'reply' },
    session: 'conversation_id',
    turn: 'generation_id',
    reply: 'text',
    output: (_, text) => ({ continue: true, additional_context: text }),
  },
};

/** Reads what a tool wrote to its hook; `null`: it is nothing for memory. */
export function readEvent(tool: Tool, json: string): HookEvent | null {
  const input = membersOf(JSON.parse(json));
  const text = (member: string) => textOf(input[member]);
  const dialect = dialects[tool];
  const name = text('hook_event_name');
  const kind = Object.hasOwn(dialect.kinds, name) ? dialect.kinds[name] : undefined;
  // A sub-agent's words are a model's, not the user's.
  if (kind === undefined || text('agent_id') !== '') return null;
  const session = text(dialect.session) || text('session_id');
  const turn = text(dialect.turn);
  return {
    kind,
    name,
    session,
    turn: tool === 'cursor' && kind === 'prompt' && isUnnamedInCursor(session, turn) ? '' : turn,
    text: kind === 'prompt' ? text('prompt') : kind === 'reply' ? text(dialect.reply) : '',
    // A hook that stopped the end of a turn has another reply come; Cursor has one after each message of the assistant.
    isOneOfMany: tool === 'cursor' ? kind === 'reply' : input.stop_hook_active === true,
    folder: text('cwd') || firstOf(input.workspace_roots),
    transcript: text('transcript_path'),
  };
}

/**
 * Whether the turn of a prompt has no id of its own. Cursor's local agent, whose conversations are `agent-…`, runs the hook with the conversation's id as the turn's.
 * It runs the hook again when its backend asks, with another id.
 */
function isUnnamedInCursor(session: string, turn: string): boolean {
  return turn === session || session.startsWith('agent-');
}

/** What the hook prints so that the tool's model sees a text. */
export function contextOutput(tool: Tool, event: HookEvent, text: string): string {
  return JSON.stringify(dialects[tool].output(event.name, text));
}

function firstOf(value: unknown): string {
  return Array.isArray(value) ? textOf(value[0]) : '';
}
