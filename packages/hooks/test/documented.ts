import type { Tool } from '../src/tool.ts';

/** What a tool writes to its hook, as its documentation has it and as the tool was seen to write it. */
export interface DocumentedInputs {
  start(session: string): object;
  prompt(session: string, turn: string, text: string): object;
  reply(session: string, turn: string, text: string): object;
}

/** What Claude Code and Codex write before a compaction. */
export function beforeCompaction(session_id: string, transcript_path: string | null): object {
  const custom_instructions = null;
  return {
    session_id,
    transcript_path,
    cwd: '/home/ada/tea',
    hook_event_name: 'PreCompact',
    trigger: 'manual',
    custom_instructions,
  };
}

const claudeCode = (session_id: string) => ({
  session_id,
  transcript_path: '/home/ada/.claude/projects/tea/none.jsonl',
  cwd: '/home/ada/tea',
});
const codex = (session_id: string) => ({
  session_id,
  transcript_path: '/home/ada/.codex/sessions/none.jsonl',
  cwd: '/home/ada/tea',
  model: 'gpt-5',
  permission_mode: 'bypassPermissions',
});
const gemini = (session_id: string) => ({
  session_id,
  transcript_path: '/home/ada/.gemini/tmp/tea/chats/none.jsonl',
  cwd: '/home/ada/tea',
});
const cursor = (conversation_id: string, cursor_version = '1.7.2') => ({
  ...{ conversation_id, session_id: conversation_id, model: 'default', cursor_version },
  ...{ workspace_roots: ['/home/ada/tea'], user_email: null, transcript_path: null },
});

/** What the local agent of Cursor's SDK writes for a prompt: by itself, and when its backend asks for the hook. */
export function cursorAgentPrompts(session: string, turn: string, prompt: string): readonly object[] {
  const asked = { ...cursor(session, '1.0.0'), hook_event_name: 'beforeSubmitPrompt', prompt, attachments: [] };
  return [
    { ...asked, generation_id: session, model_id: 'default' },
    { ...asked, generation_id: turn },
  ];
}

/** Of each tool, what its hooks are given. */
export const documented: Readonly<Record<Tool, DocumentedInputs>> = {
  'claude-code': {
    start: (session) => ({ ...claudeCode(session), hook_event_name: 'SessionStart', source: 'startup' }),
    prompt: (session, prompt_id, prompt) => ({
      ...claudeCode(session),
      ...{ prompt_id, permission_mode: 'default', hook_event_name: 'UserPromptSubmit', prompt },
    }),
    reply: (session, prompt_id, last_assistant_message) => ({
      ...claudeCode(session),
      ...{ prompt_id, permission_mode: 'default', effort: { level: 'high' }, hook_event_name: 'Stop', stop_hook_active: false },
      ...{ last_assistant_message, background_tasks: [], session_crons: [] },
    }),
  },
  codex: {
    start: (session) => ({ ...codex(session), hook_event_name: 'SessionStart', source: 'startup' }),
    prompt: (session, turn_id, prompt) => ({ ...codex(session), turn_id, hook_event_name: 'UserPromptSubmit', prompt }),
    reply: (session, turn_id, last_assistant_message) => ({
      ...codex(session),
      ...{ turn_id, hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message },
    }),
  },
  gemini: {
    start: (session) => ({
      ...gemini(session),
      ...{ hook_event_name: 'SessionStart', timestamp: '2026-11-25T18:00:00.000Z', source: 'startup' },
    }),
    prompt: (session, turn, prompt) => ({
      ...gemini(session),
      hook_event_name: 'BeforeAgent',
      timestamp: `${turn}, asked`,
      prompt,
    }),
    reply: (session, turn, prompt_response) => ({
      ...gemini(session),
      ...{ hook_event_name: 'AfterAgent', timestamp: `${turn}, answered`, prompt: 'as asked', prompt_response },
      stop_hook_active: false,
    }),
  },
  cursor: {
    start: (session) => ({
      ...cursor(session),
      ...{ generation_id: session, hook_event_name: 'sessionStart', is_background_agent: false, composer_mode: 'agent' },
    }),
    prompt: (session, generation_id, prompt) => ({
      ...cursor(session),
      ...{ generation_id, hook_event_name: 'beforeSubmitPrompt', prompt, attachments: [] },
    }),
    reply: (session, generation_id, text) => ({ ...cursor(session), generation_id, hook_event_name: 'afterAgentResponse', text }),
  },
};
