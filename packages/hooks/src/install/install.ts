import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { OperationError } from '@agent-mem/contract';
import { hookText } from '../plugin.ts';
import type { Tool } from '../tool.ts';
import { hashOf, writeRecord } from './install-record.ts';
import { type InstalledHook, installedHook } from './installed-hook.ts';
import { makeFolders, readSettings, writeSettings } from './settings-file.ts';
import { oursIn, unreadableBecause, withEntries } from './settings-text.ts';
import type { Environment } from './tool-settings.ts';
import { uninstallHooks } from './uninstall.ts';

/** What an install did. */
export interface Installed {
  /** The tool's settings file. */
  readonly path: string;
  /** What the user has to do now; `null`: nothing. */
  readonly afterInstall: string | null;
}

/** Has a tool run the hook. Again, it writes the hook anew and leaves settings that have it. Throws `failed-precondition` where the settings cannot be read, and changes nothing. */
export async function installHooks(tool: Tool, environment: Environment): Promise<Installed> {
  const installed = installedHook(tool, environment);
  const { settings, path, hook, command, isOurs } = installed;
  const entries = settings.entries(command);
  const before = await readableSettings(installed);
  if (before === null || !isDeepStrictEqual(oursIn(before, isOurs), entries)) {
    // Of another version, or moved.
    if (before !== null && oursIn(before, isOurs).length > 0) await uninstallHooks(tool, environment);
    await addEntries(installed);
  }
  await writeFile(hook, await hookText());
  const text = await readSettings(path);
  return { path, afterInstall: (text === null ? null : settings.neededChange(text)) ?? settings.afterInstall };
}

async function addEntries(installed: InstalledHook): Promise<void> {
  const { settings, path, folder, record, command } = installed;
  const before = await readableSettings(installed);
  const folders = await makeFolders(folder);
  const { text, undos } = withEntries(before ?? '{}\n', settings.needed, settings.entries(command));
  // First: whatever happens then, an uninstall finds it.
  await writeRecord(record, { sha256: hashOf(text), existed: before !== null, undos, folders });
  await writeSettings(path, text);
}

async function readableSettings({ path, settings, command }: InstalledHook): Promise<string | null> {
  const text = await readSettings(path);
  const reason = text === null ? null : unreadableBecause(text, settings.entries(command));
  if (reason === null) return text;
  throw new OperationError(
    'failed-precondition',
    `${path} cannot be read as the settings of ${settings.name}: ${reason}. Nothing is changed`,
  );
}
