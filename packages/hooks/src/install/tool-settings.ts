import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from '../tool.ts';
import { refusedByCursor } from './cursor-refusal.ts';

/** Variables of a process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One element of the list of an event, among the hooks of a settings file. */
export interface SettingsEntry {
  readonly event: string;
  readonly value: unknown;
}

/** Members that a settings file must have beside hooks; what is there already stays. */
export type SettingsNeeds = Readonly<Record<string, unknown>>;

/** Where a tool has its settings, and what makes it run a hook. */
export interface ToolSettings {
  readonly name: string;
  folder(environment: Environment): string;
  readonly file: string;
  readonly needed: SettingsNeeds;
  entries(command: string): readonly SettingsEntry[];
  /** What the user has to change in the text of the settings so that the tool runs the hook; `null`: nothing. */
  neededChange(text: string): string | null;
  /** What else the user has to do after an install; `null`: nothing. */
  readonly afterInstall: string | null;
}

/** Seconds after which a tool ends the hook; it ends by itself long before. */
const timeoutSeconds = 5;

const grouped =
  (events: readonly string[], timeout: number) =>
  (command: string): readonly SettingsEntry[] =>
    events.map((event) => ({ event, value: { hooks: [{ type: 'command', command, timeout }] } }));

/** Each tool's, as its documentation has it. */
export const toolSettings: Readonly<Record<Tool, ToolSettings>> = {
  'claude-code': {
    name: 'Claude Code',
    folder: (environment) => environment.CLAUDE_CONFIG_DIR || join(home(environment), '.claude'),
    file: 'settings.json',
    needed: {},
    entries: grouped(['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact'], timeoutSeconds),
    neededChange: nothing,
    afterInstall: null,
  },
  codex: {
    name: 'Codex',
    folder: (environment) => environment.CODEX_HOME || join(home(environment), '.codex'),
    file: 'hooks.json',
    needed: {},
    entries: grouped(['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact'], timeoutSeconds),
    neededChange: nothing,
    afterInstall: 'Codex runs a hook only after you have trusted it: start codex, type /hooks, and trust those of agent-mem.',
  },
  cursor: {
    name: 'Cursor',
    folder: (environment) => join(home(environment), '.cursor'),
    file: 'hooks.json',
    needed: { version: 1 },
    entries: (command) =>
      ['sessionStart', 'beforeSubmitPrompt', 'afterAgentResponse'].map((event) => ({
        event,
        value: { command, timeout: timeoutSeconds },
      })),
    neededChange: refusedByCursor,
    afterInstall: null,
  },
  gemini: {
    name: 'Gemini CLI',
    folder: (environment) => join(environment.GEMINI_CLI_HOME || home(environment), '.gemini'),
    file: 'settings.json',
    needed: {},
    // In milliseconds there.
    entries: grouped(['SessionStart', 'BeforeAgent', 'AfterAgent'], timeoutSeconds * 1_000),
    neededChange: nothing,
    afterInstall: null,
  },
};

function nothing(): null {
  return null;
}

function home(environment: Environment): string {
  return environment.HOME || environment.USERPROFILE || homedir();
}
