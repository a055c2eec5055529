/** Edits a fact's file, asks, reverts, asks; fails unless the edit changes the answer and the revert changes it back. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { command } from '../command.ts';
import { exampleFleet } from '../example-fleet.ts';

const folder = await mkdtemp(join(tmpdir(), 'agent-mem-vault-'));
await using cleaning = new AsyncDisposableStack();
cleaning.defer(() => rm(folder, { recursive: true, force: true }));
const environment = {
  DATA_DIR: join(folder, 'data'),
  VAULT_DIR: join(folder, 'memory_db'),
  START_WATCHER: 'true',
  ENABLE_GIT_VERSIONING: 'true',
  ADMIN_PORT: '0',
};
await using fleet = await exampleFleet(null, environment);

const ask = async () => {
  const request = { query: 'Where does the user live?', top_k: 1 };
  return (await fleet.call<{ facts: { content: string }[] }>('facts/retrieve', request)).facts[0]?.content;
};
/** Files are written, and commits made, a moment later. */
const soon = (holds: () => Promise<boolean>) => fleet.until(async () => (await holds()) || (await delay(100, false)));

const { fact_id } = await fleet.call<{ fact_id: string }>('facts/store', { content: 'The user lives in Lisbon' });
const facts = join(environment.VAULT_DIR, 'entries/global/facts');
await soon(async () => (await readdir(facts).catch(() => [])).some((name) => name.endsWith('.md')));
const [name = ''] = await readdir(facts);
await soon(async () => (await vault('log')).includes('is stored') || (await vault('log')).includes('as memory has it'));

const file = join(facts, name);
await writeFile(file, (await readFile(file, 'utf8')).replace('Lisbon', 'Porto'));
await soon(async () => (await ask()) === 'The user lives in Porto');
console.log(`After the edit: ${await ask()}`);

await soon(async () => (await vault('log')).includes(`${fact_id} is changed`));
const [commit = ''] = (await vault('log')).split(' ');
await vault('revert', commit);
assert.equal(await ask(), 'The user lives in Lisbon');
console.log(`After the revert: ${await ask()}`);

/** Runs `agent-mem vault …`, and answers what it printed. */
function vault(...words: readonly string[]): Promise<string> {
  return command(environment, 'vault', ...words);
}
