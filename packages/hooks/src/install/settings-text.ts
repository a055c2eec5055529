import { isJsonObject } from '@agent-mem/contract';
import { getNodeValue, type JSONPath, type ParseError } from 'jsonc-parser';
import { nodeAt, positionOf, treeOf } from './json-edits.ts';
import { ReversibleText } from './reversible-text.ts';
import type { SettingsEntry, SettingsNeeds } from './tool-settings.ts';

/** What stands in the command of each of our entries. */
export type IsOurs = (command: string) => boolean;

/**
 * Why entries cannot be added to the text; `null` where they can: it is blank, or an object of JSON, also with comments and commas at the ends of lists, whose lists
 * of hooks are lists.
 */
export function unreadableBecause(text: string, entries: readonly SettingsEntry[]): string | null {
  if (isBlank(text)) return null;
  const errors: ParseError[] = [];
  const tree = treeOf(text, errors);
  const [error] = errors;
  if (error) return `${positionOf(text, error.offset)} is no JSON`;
  if (tree?.type !== 'object') return 'it must be an object';
  const hooks = at(text, ['hooks']);
  if (hooks === undefined) return null;
  if (!isJsonObject(hooks)) return 'hooks must be an object';
  const wrong = entries.find(({ event }) => !Array.isArray(at(text, ['hooks', event]) ?? []));
  return wrong ? `hooks.${wrong.event} must be a list` : null;
}

/** Adds entries at the ends of their lists, and what they need where it is not there. */
export function withEntries(text: string, needed: SettingsNeeds, entries: readonly SettingsEntry[]): ReversibleText {
  const edited = new ReversibleText(text);
  if (isBlank(text)) {
    edited.fill(withEntries('{}\n', needed, entries).text);
    return edited;
  }
  for (const [name, value] of Object.entries(needed)) {
    if (at(edited.text, [name]) === undefined) edited.addMember([], name, value);
  }
  if (at(edited.text, ['hooks']) === undefined) edited.addMember([], 'hooks', {});
  for (const { event, value } of entries) {
    if (at(edited.text, ['hooks', event]) === undefined) edited.addMember(['hooks'], event, [value]);
    else edited.addElement(['hooks', event], value);
  }
  return edited;
}

/** Without our entries, and without the lists and the object of hooks that are empty then. All others stay as they are. */
export function withoutOurs(text: string, isOurs: IsOurs): string {
  const edited = new ReversibleText(text);
  const hooks = at(text, ['hooks']);
  for (const event of Object.keys(isJsonObject(hooks) ? hooks : {})) removeFrom(edited, ['hooks', event], isOurs);
  const rest = at(edited.text, ['hooks']);
  if (edited.undos.length > 0 && isJsonObject(rest) && Object.keys(rest).length === 0) edited.remove(['hooks']);
  return edited.text;
}

/** Which entries of ours stand there, in the order of the file. */
export function oursIn(text: string, isOurs: IsOurs): readonly SettingsEntry[] {
  const hooks = at(text, ['hooks']);
  return Object.entries(isJsonObject(hooks) ? hooks : {}).flatMap(([event, list]) =>
    listOf(list)
      .filter((entry) => isOurEntry(entry, isOurs))
      .map((value) => ({ event, value })),
  );
}

/** From the end, so that positions before it hold. */
function removeFrom(edited: ReversibleText, path: JSONPath, isOurs: IsOurs): boolean {
  const entries = listOf(at(edited.text, path));
  let removed = false;
  for (const [index, entry] of [...entries.entries()].reverse()) {
    if (isOurHook(entry, isOurs)) edited.remove([...path, index]);
    else if (!removeFrom(edited, [...path, index, 'hooks'], isOurs)) continue;
    removed = true;
  }
  const left = at(edited.text, path);
  // A group is gone with its last hook, an event with its last group.
  if (removed && listOf(left).length === 0) edited.remove(path.at(-1) === 'hooks' ? path.slice(0, -1) : path);
  return removed;
}

function isOurEntry(entry: unknown, isOurs: IsOurs): boolean {
  return isOurHook(entry, isOurs) || (isJsonObject(entry) && listOf(entry.hooks).some((hook) => isOurHook(hook, isOurs)));
}

function isOurHook(entry: unknown, isOurs: IsOurs): boolean {
  return isJsonObject(entry) && typeof entry.command === 'string' && isOurs(entry.command);
}

/** A tool reads no settings from such a file, as from an empty object. */
function isBlank(text: string): boolean {
  return text.trim() === '';
}

function at(text: string, path: JSONPath): unknown {
  const node = nodeAt(text, path);
  return node && getNodeValue(node);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
