import { isJsonObject } from '@agent-mem/contract';
import { findNodeAtOffset, getNodeValue, type ParseError, parseTree } from 'jsonc-parser';
import { positionOf } from './json-edits.ts';

/** What the user has to change so that Cursor runs the hooks of a `hooks.json` as they are written; `null`: nothing. Cursor reports no error. */
export function refusedByCursor(text: string): string | null {
  const marked = text.startsWith('\uFEFF') ? ['it must have no byte order mark'] : [];
  const unmarked = text.replace(/^\uFEFF/, ' ');
  const refused = [...marked, ...wrongIn(unmarked)];
  const cut = cutIn(unmarked);
  if (refused.length > 0) return `Cursor runs no hook of this file until you change it: ${[...refused, ...cut].join('; ')}`;
  return cut.length === 0 ? null : `Cursor leaves out a part of this file until you change it: ${cut.join('; ')}`;
}

function wrongIn(text: string): readonly string[] {
  const errors: ParseError[] = [];
  const tree = parseTree(withoutComments(text), errors, { disallowComments: true });
  const [error] = errors;
  if (error) {
    const cure = 'remove commas at the ends of lists, and write // within a text as /\\/';
    return [`${positionOf(text, error.offset)} is no JSON to Cursor (${cure})`];
  }
  const config: unknown = tree && getNodeValue(tree);
  if (!isJsonObject(config) || !isJsonObject(config.hooks)) return ['hooks must be an object'];
  const version = isWhole(config.version) ? [] : ['version must be 1'];
  return [...version, ...Object.entries(config.hooks).flatMap(([event, list]) => wrongInEvent(event, list))];
}

/** Cursor cuts comments out before it reads the JSON, and takes // and /* within a text for comments too. Blanks in their place leave all positions. */
function withoutComments(text: string): string {
  return withoutLineComments(text).replace(blockComment, blanks);
}

function withoutLineComments(text: string): string {
  return text.replace(/\/\/.*/g, blanks);
}

const blockComment = /\/\*[\s\S]*?\*\//g;

/** Where Cursor takes a comment to begin within a text. A // there leaves no JSON, which has a reason of its own. */
function cutIn(text: string): readonly string[] {
  const tree = parseTree(text);
  return [...withoutLineComments(text).matchAll(blockComment)]
    .filter(({ index }) => tree && findNodeAtOffset(tree, index)?.type === 'string')
    .map(({ index }) => `${positionOf(text, index)} begins a comment to Cursor (write /* within a text as /\\u002a)`);
}

function blanks(text: string): string {
  return ' '.repeat(text.length);
}

function wrongInEvent(event: string, list: unknown): readonly string[] {
  if (!cursorEvents.has(event)) return [`hooks.${event} is no event of Cursor (as of November 2026)`];
  if (!Array.isArray(list)) return [`hooks.${event} must be a list`];
  return list.flatMap((entry: unknown, index) => wrongInEntry(`hooks.${event}[${index}]`, entry));
}

function wrongInEntry(path: string, entry: unknown): readonly string[] {
  if (!isJsonObject(entry)) return [`${path} must be an object`];
  const missing = entry.type === 'prompt' ? wrongInPrompt(path, entry) : wrongText(`${path}.command`, entry.command);
  const wrong = Object.entries(members).filter(([name, { takes }]) => entry[name] !== undefined && !takes(entry[name]));
  return [...missing, ...wrong.map(([name, { what }]) => `${path}.${name} must be ${what}`)];
}

/** Unlike a command, what goes to a model may not be blank. */
function wrongInPrompt(path: string, { prompt, model }: Readonly<Record<string, unknown>>): readonly string[] {
  const texts = Object.entries(model === undefined ? { prompt } : { prompt, model });
  return texts.flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() === ''
      ? [`${path}.${name} must not be empty`]
      : wrongText(`${path}.${name}`, value),
  );
}

function wrongText(path: string, value: unknown): readonly string[] {
  return typeof value === 'string' ? [] : [`${path} must be a text`];
}

/** What a hook may have beside its command, and what Cursor takes there. It ignores others. */
const members: Readonly<Record<string, { takes(value: unknown): boolean; readonly what: string }>> = {
  type: { takes: (value) => value === 'command' || value === 'prompt', what: 'command or prompt' },
  matcher: { takes: isPattern, what: 'a regular expression' },
  timeout: { takes: (value) => typeof value === 'number' && value > 0, what: 'a number above 0' },
  loop_limit: { takes: (value) => value === null || isWhole(value), what: 'a whole number above 0, or null' },
  failClosed: { takes: (value) => typeof value === 'boolean', what: 'true or false' },
};

/** As the local agent of Cursor's SDK 1.0.32 knows them. */
export const cursorEvents: ReadonlySet<string> = new Set([
  ...['sessionStart', 'sessionEnd', 'workspaceOpen', 'beforeSubmitPrompt', 'afterAgentResponse', 'afterAgentThought', 'stop'],
  ...['preToolUse', 'postToolUse', 'postToolUseFailure', 'subagentStart', 'subagentStop', 'preCompact'],
  ...[
    'beforeShellExecution',
    'afterShellExecution',
    'beforeMCPExecution',
    'afterMCPExecution',
    'beforeReadFile',
    'afterFileEdit',
  ],
  ...['beforeTabFileRead', 'afterTabFileEdit'],
]);

function isWhole(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0;
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (value === '*') return true;
  try {
    RegExp(value);
    return true;
  } catch {
    return false;
  }
}
