import { cursorEvents } from '../src/install/cursor-refusal.ts';

/** A `hooks.json` of a user's own, before an install for Cursor. */
export interface CursorFile {
  readonly name: string;
  readonly text: string;
  /** What the install says is wrong; `null`: nothing. */
  readonly wrong: string | null;
}

/** Files that Cursor takes, and files that it refuses. */
export const cursorFiles: readonly CursorFile[] = [
  file('no hooks', '{ "version": 1, "hooks": {} }', null),
  file('no version', '{ "hooks": {} }', null),
  file('comments', '// mine, "so\n{ "version": 1, /* [ */ "hooks": {} } // see "http://x"\n', null),
  file(
    'all that a hook may have',
    withStop({ command: 'true', matcher: '*', timeout: 1, loop_limit: null, failClosed: true }),
    null,
  ),
  file(
    'members that Cursor does not know',
    '{ "version": 2, "mine": 1, "hooks": { "stop": [{ "command": "true", "mine": 1 }] } }',
    null,
  ),
  file('all events', JSON.stringify({ hooks: Object.fromEntries([...cursorEvents].map((event) => [event, []])) }), null),
  file('an escaped // in a text', String.raw`{ "hooks": { "stop": [{ "command": "curl http:\/\/x" }] } }`, null),
  file('// in a text', '{\n  "hooks": {\n    "stop": [{ "command": "curl http://x" }]\n  }\n}', noJson('line 3, column 27')),
  file('// in a comment of several lines', '{ "version": 1, /* see http://x */ "hooks": {} }', noJson('line 1, column 17')),
  file('a comma at the end of a list', '{ "hooks": { "stop": [\n{ "command": "true" },\n] } }', noJson('line 3, column 1')),
  file('a comma at the end of an object', '{ "hooks": { "stop": [{ "command": "true", }] } }', noJson('line 1, column 44')),
  file('a byte order mark', '\uFEFF{ "hooks": { "Stop": [] } }', `it must have no byte order mark; ${noEvent('Stop')}`),
  file('a version in words', '{ "version": "1", "hooks": {} }', 'version must be 1'),
  file('events of Claude Code', '{ "hooks": { "Stop": [], "PreToolUse": [] } }', `${noEvent('Stop')}; ${noEvent('PreToolUse')}`),
  file('an event that is no list', '{ "hooks": { "stop": {} } }', 'hooks.stop must be a list'),
  file('a hook that is a text', withStop('true'), 'hooks.stop[0] must be an object'),
  file('hooks in groups', withStop({ hooks: [{ type: 'command', command: 'true' }] }), 'hooks.stop[0].command must be a text'),
  file('a prompt without words', withStop({ type: 'prompt' }), 'hooks.stop[0].prompt must be a text'),
  file('a blank prompt', withStop({ type: 'prompt', prompt: ' ' }), 'hooks.stop[0].prompt must not be empty'),
  file('a model without a name', withStop({ type: 'prompt', prompt: 'p', model: '' }), 'hooks.stop[0].model must not be empty'),
  file('an empty command', withStop({ command: '' }), null),
  file('an unknown type', withStop({ type: 'http', command: 'true' }), 'hooks.stop[0].type must be command or prompt'),
  file('a broken matcher', withStop({ command: 'true', matcher: '(' }), 'hooks.stop[0].matcher must be a regular expression'),
  file('no time', withStop({ command: 'true', timeout: 0 }), 'hooks.stop[0].timeout must be a number above 0'),
  file(
    'a limit of 0',
    withStop({ command: 'true', loop_limit: 0 }),
    'hooks.stop[0].loop_limit must be a whole number above 0, or null',
  ),
  file('a switch in words', withStop({ command: 'true', failClosed: 'yes' }), 'hooks.stop[0].failClosed must be true or false'),
];

function file(name: string, text: string, wrong: string | null): CursorFile {
  return { name, text, wrong };
}

function withStop(hook: unknown): string {
  return JSON.stringify({ version: 1, hooks: { stop: [hook] } });
}

function noEvent(event: string): string {
  return `hooks.${event} is no event of Cursor (as of November 2026)`;
}

function noJson(position: string): string {
  return String.raw`${position} is no JSON to Cursor (remove commas at the ends of lists, and write // within a text as /\/)`;
}
