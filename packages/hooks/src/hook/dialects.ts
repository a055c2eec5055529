import type { Tool } from '../tool.ts';
import type { HookEvent } from './hook-event.ts';
import { type Members, membersOf, textOf } from './members.ts';

/** How a tool writes its hook's JSON. */
interface Dialect {
  readonly kinds: Readonly<Record<string, HookEvent['kind']>>;
  /** The member that names the session. */
  readonly session: string;
  /** The turn's id; empty: it has none. */
  turn(input: Members, event: EventOfSession): string;
  /** The member with what the assistant said. Only that of Gemini CLI is held against the transcript (`gemini-reply.ts`). */
  readonly reply: string;
  /** Whether the turn may have another reply. */
  isOneOfMany(input: Members, event: EventOfSession): boolean;
  /** The output by which the tool's model sees a text. */
  output(event: string, text: string): object;
}

type EventOfSession = Pick<HookEvent, 'kind' | 'session'>;

const named = (member: string) => (input: Members) => textOf(input[member]);

/** A hook that stopped the end of a turn has another reply come. */
const isStopped = ({ stop_hook_active: stopped }: Members) => stopped === true;

const inSpecificOutput = (hookEventName: string, additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

const dialects: Readonly<Record<Tool, Dialect>> = {
  'claude-code': {
    kinds: { SessionStart: 'start', UserPromptSubmit: 'prompt', Stop: 'reply', PreCompact: 'compaction' },
    session: 'session_id',
    turn: named('prompt_id'),
    reply: 'last_assistant_message',
    isOneOfMany: isStopped,
    output: inSpecificOutput,
  },
  codex: {
    kinds: { SessionStart: 'start', UserPromptSubmit: 'prompt', Stop: 'reply', PreCompact: 'compaction' },
    session: 'session_id',
    turn: named('turn_id'),
    reply: 'last_assistant_message',
    isOneOfMany: isStopped,
    output: inSpecificOutput,
  },
  gemini: {
    kinds: { SessionStart: 'start', BeforeAgent: 'prompt', AfterAgent: 'reply' },
    session: 'session_id',
    turn: named('timestamp'),
    reply: 'prompt_response',
    isOneOfMany: isStopped,
    output: inSpecificOutput,
  },
  cursor: {
    kinds: { sessionStart: 'start', beforeSubmitPrompt: 'prompt', afterAgentResponse: 'reply' },
    session: 'conversation_id',
    turn: turnInCursor,
    reply: 'text',
    // It runs the hook after each message of the assistant.
    isOneOfMany: (_, { kind }) => kind === 'reply',
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
  return {
    kind,
    name,
    session,
    turn: dialect.turn(input, { kind, session }),
    text: kind === 'prompt' ? text('prompt') : kind === 'reply' ? text(dialect.reply) : '',
    isOneOfMany: dialect.isOneOfMany(input, { kind, session }),
    folder: text('cwd') || firstOf(input.workspace_roots),
    transcript: text('transcript_path'),
  };
}

/**
 * The turn of a prompt may have no id of its own. Cursor's local agent, whose conversations are `agent-…`, runs the hook with the conversation's id as the turn's.
 * It runs the hook again when its backend asks, with another id.
 */
function turnInCursor({ generation_id: id }: Members, { kind, session }: EventOfSession): string {
  const isUnnamed = kind === 'prompt' && (id === session || session.startsWith('agent-'));
  return isUnnamed ? '' : textOf(id);
}

/** What the hook prints so that the tool's model sees a text. */
export function contextOutput(tool: Tool, event: HookEvent, text: string): string {
  return JSON.stringify(dialects[tool].output(event.name, text));
}

function firstOf(value: unknown): string {
  return Array.isArray(value) ? textOf(value[0]) : '';
}
