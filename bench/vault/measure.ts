import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';

/** What of a vault is measured, and how long it took. */
export interface VaultFigures {
  readonly what: string;
  readonly seconds: number;
}

/** Measures a vault of so many facts: written by a fleet that did not have one, looked at again by a start that finds nothing changed, and taken in as new files. */
export async function measureVault(files: number): Promise<readonly VaultFigures[]> {
  await using directory = await temporaryDirectory();
  const [data, vault, other] = ['data', 'memory_db', 'other'].map((name) => join(directory.path, name)) as [
    string,
    string,
    string,
  ];
  await storeFacts(data, files);
  const written = await timeOf(data, vault, {}, async () => (await knownFiles(vault)) === files);

  const facts = join(vault, 'entries/global/facts');
  await writeFile(join(facts, 'last.md'), 'The last is looked at');
  const scanned = await timeOf(data, vault, { START_WATCHER: 'true' }, async () => !existsSync(join(facts, 'last.md')));

  await rm(data, { recursive: true });
  const notes = join(other, 'entries/global/facts');
  await mkdir(notes, { recursive: true });
  for (let index = 0; index < files; index += 1) await writeFile(join(notes, `note-${index}.md`), `${sentence(index)}\n`);
  const isNote = (name: string) => name.startsWith('note-');
  const taken = await timeOf(data, other, { START_WATCHER: 'true' }, async () => !(await readdir(notes)).some(isNote));
  return [
    { what: 'written', seconds: written },
    { what: 'scanned unchanged, but for one new file', seconds: scanned },
    { what: 'taken in as new', seconds: taken },
  ];
}

function sentence(index: number): string {
  return `Host ${index} runs service ${index % 97} in room ${index % 31}`;
}

async function storeFacts(data: string, count: number): Promise<void> {
  await using fleet = await startFleet({ bus: 'sqlite', directory: data });
  for (let from = 0; from < count; from += 1_000) {
    const facts = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({ content: sentence(from + index) }));
    await fleet.caller.call('facts', 'store_many', { facts }, { timeoutMs: 60_000 });
  }
  await fleet.settled();
}

/** Seconds from the moment that a fleet with this vault serves until the condition holds. */
async function timeOf(
  data: string,
  vault: string,
  environment: Record<string, string>,
  isDone: () => Promise<boolean>,
): Promise<number> {
  await using _ = await startFleet({ bus: 'sqlite', directory: data, environment: { VAULT_DIR: vault, ...environment } });
  const began = performance.now();
  while (!(await isDone())) await delay(20);
  return (performance.now() - began) / 1_000;
}

async function knownFiles(vault: string): Promise<number> {
  const path = join(vault, 'memory_index.json');
  if (!existsSync(path)) return 0;
  return Object.keys((JSON.parse(await readFile(path, 'utf8')) as { files: object }).files).length;
}
