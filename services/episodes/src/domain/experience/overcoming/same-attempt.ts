import { isDeepStrictEqual } from 'node:util';
import { commandOf, programsOf, type RunProgram } from './command-line.ts';
import { likeness } from './likeness.ts';
import { asksOnly } from './looking.ts';

/** An attempt: a tool and what it was given. */
export interface Attempt {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** How like two texts or values must be to be one that was corrected, 0 to 1. */
const leastLikeness = 0.5;
/** What share of the arguments of a tool made for one thing stays the same when one of them is corrected. */
const leastShare = 1 / 3;

/** Names of arguments whose number says which thing is meant. */
const namingNumber = /(?:^|_)(?:ids?|number|no|issue|ticket)$|Id$/;

/** Subcommands that finish, by their flag, what another call of them began. */
const goingOn = new Set(['--continue', '--resume', '--retry']);

/**
 * Whether a later attempt is the same again, or nearly: the same tool with arguments of which some were corrected. `shownBetween`: what was read between
 * them, since an argument found there was looked for.
 */
export function isSameAttempt(failed: Attempt, later: Attempt, shownBetween: () => string): boolean {
  if (failed.action !== later.action) return false;
  const [before, after] = [commandOf(failed.args, failed.action), commandOf(later.args, later.action)];
  if (before !== null && after !== null) return isSameCommand(before, after);
  return isSameCall(failed.args, later.args, shownBetween);
}

function isSameCommand(before: string, after: string): boolean {
  const tried = programsOf(before).at(-1);
  return tried !== undefined && programsOf(after).some((program) => isSameRun(tried, program));
}

function isSameRun(a: RunProgram, b: RunProgram): boolean {
  if (a.program !== b.program || asksOnly(b.words) !== asksOnly(a.words)) return false;
  const [first, second] = [headOf(a.words), headOf(b.words)];
  if (first.join(' ') !== second.join(' ')) return false;
  if (b.words.some((word) => goingOn.has(word))) return true;
  const [rest, others] = [a.words, b.words].map((words) => words.filter((word) => !word.startsWith('-')).slice(first.length));
  if (!rest?.length || !others?.length) return !rest?.length === !others?.length || first.length > 0 || a.words.length === 0;
  const common = rest.filter((word) => others.includes(word)).length;
  return (
    common / Math.max(rest.length, others.length) >= leastShare || likeness(rest.join(' '), others.join(' ')) >= leastLikeness
  );
}

/** The subcommand, with its own where it is a group: `run build`, `compose up`. A word with more than letters is an argument. */
function headOf(words: readonly string[]): readonly string[] {
  const bare = words.filter((word) => !word.startsWith('-'));
  const [first, second] = bare;
  if (first === undefined || !/^[a-z][a-z-]*$/.test(first)) return [];
  return /^(?:run|exec|compose|system|box)$/.test(first) && second !== undefined ? [first, second] : [first];
}

function isSameCall(before: Attempt['args'], after: Attempt['args'], shownBetween: () => string): boolean {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // Nothing was taken back.
  if (Object.keys(before).every((name) => isDeepStrictEqual(before[name], after[name]))) return true;
  const alike = names.map((name) => likenessOfValues(name, before[name], after[name]));
  if (alike.reduce((sum, value) => sum + value, 0) / names.length >= (names.length === 1 ? leastLikeness : leastShare))
    return true;
  const corrected = names.filter((name) => after[name] !== before[name] && after[name] !== undefined);
  const shown = corrected.length > 0 ? shownBetween() : '';
  return corrected.length > 0 && corrected.every((name) => isShownIn(after[name], shown));
}

/** A switch that was turned over is the same switch; so is a number that only counts, and is not the name of something. */
function likenessOfValues(name: string, before: unknown, after: unknown): number {
  if (before === undefined || after === undefined) return 0;
  const [a, b] = [textOf(before), textOf(after)];
  if (a === b) return 1;
  if (typeof before === 'boolean' && typeof after === 'boolean') return leastLikeness;
  if (typeof before === 'number' && typeof after === 'number') return namingNumber.test(name) ? 0 : leastLikeness;
  const value = likeness(a, b);
  return value >= leastLikeness ? value : 0;
}

function isShownIn(value: unknown, shown: string): boolean {
  const text = textOf(value);
  return text.length > 1 && shown.includes(text);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
