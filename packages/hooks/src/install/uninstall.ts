import { rm } from 'node:fs/promises';
import type { Tool } from '../tool.ts';
import { hashOf, readRecord } from './install-record.ts';
import { installedHook } from './installed-hook.ts';
import { type Undo, undone, undoneWhereFound } from './reversible-text.ts';
import { readSettings, removeEmpty, removeSettings, writeSettings } from './settings-file.ts';
import { type IsOurs, oursIn, unreadableBecause, withoutOurs } from './settings-text.ts';
import type { Environment } from './tool-settings.ts';

/** Takes an install back. Settings that nobody has changed since are byte for byte what they were; of others, only our entries go. Resolves with whether there was anything to remove. */
export async function uninstallHooks(tool: Tool, environment: Environment): Promise<boolean> {
  const { path, folder, record, isOurs } = installedHook(tool, environment);
  const text = await readSettings(path);
  const done = await readRecord(record);
  const isOurText = text !== null && done !== null && hashOf(text) === done.sha256;
  if (isOurText && !done.existed) await removeSettings(path);
  else if (isOurText) await writeSettings(path, undone(text, done.undos));
  else if (text !== null && oursIn(text, isOurs).length > 0)
    await writeSettings(path, withoutEntries(text, done?.undos ?? [], isOurs));
  await rm(folder, { recursive: true, force: true });
  await removeEmpty((done?.folders ?? []).filter((made) => made !== folder));
  return done !== null || (text !== null && oursIn(text, isOurs).length > 0);
}

/** What the install wrote is cut out as it was written, where it still stands: comments around it stay. Otherwise our entries are removed as JSON. */
function withoutEntries(text: string, undos: readonly Undo[], isOurs: IsOurs): string {
  const cut = undoneWhereFound(text, undos);
  return unreadableBecause(cut, []) === null ? withoutOurs(cut, isOurs) : withoutOurs(text, isOurs);
}
