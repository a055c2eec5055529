/** Serves two companies with keys of their own; fails unless each reads its own memory, user by user, and nothing of the other, and a revoked key opens nothing. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Memory, MemoryError, openMemory } from '@agent-mem/client';
import { command } from '../command.ts';
import { exampleFleet } from '../example-fleet.ts';

const folder = await mkdtemp(join(tmpdir(), 'agent-mem-tenants-'));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(folder, { recursive: true, force: true }));
const environment = { DATA_DIR: folder, AUTH: 'required', ADMIN_PORT: '0' };
const fleet = stack.use(await exampleFleet(null, environment));

/** A key for the workspace of one company, and for all of its users. */
async function newTenant(workspace: string): Promise<{ readonly keyId: string; readonly memory: Memory }> {
  const printed = await command(environment, 'keys', 'create', '--name', workspace, '--workspaces', workspace, '--users', '*');
  const [key = '', keyId = ''] = /am_([0-9a-f]+)_\S+/.exec(printed) ?? [];
  return { keyId, memory: stack.use(await openMemory({ url: fleet.url, key })) };
}

/** What a user of a company is answered. */
async function found(memory: Memory, user: string, query: string, workspace?: string): Promise<readonly string[]> {
  const { facts } = await memory.facts.retrieve({ query, user, ...(workspace && { workspace }) });
  return facts.map(({ content }) => content);
}

const [acme, globex] = [await newTenant('acme'), await newTenant('globex')];
await acme.memory.facts.store({ content: 'The launch is in May', user: 'anne' });
await globex.memory.facts.store({ content: 'The launch is in October', user: 'anne' });

const when = 'When is the launch?';
assert.deepEqual(await found(acme.memory, 'anne', when), ['The launch is in May']);
assert.deepEqual(await found(globex.memory, 'anne', when), ['The launch is in October']);
assert.deepEqual(await found(acme.memory, 'bob', when), []);
await assert.rejects(
  found(acme.memory, 'anne', when, 'globex'),
  (error) => error instanceof MemoryError && error.type === 'permission-denied',
);

await command(environment, 'keys', 'revoke', globex.keyId);
await assert.rejects(
  found(globex.memory, 'anne', when),
  (error) => error instanceof MemoryError && error.type === 'unauthenticated',
);
console.log(`acme: ${(await found(acme.memory, 'anne', when))[0]}`);
