import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scope, scopeOf } from '@agent-mem/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EmbeddedFile, openEmbeddedFile } from './file/index.ts';
import { ScopeIds } from './scope-ids.ts';

let directory: string;
let file: EmbeddedFile;
let ids: ScopeIds;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-scopes-'));
  file = await openEmbeddedFile(directory);
  ids = ScopeIds.of(file);
});

afterEach(async () => {
  await file[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const scopeOfUser = (user: string): Scope => scopeOf({ workspace: 'w', user, collection: 'c' });

it('gives a scope one number for good, the same in each store of the file', async () => {
  const [anne, bob] = [scopeOfUser('anne'), scopeOfUser('bob')];
  expect(ids.find(anne)).toBeNull();
  const given = await file.write((transaction) => [anne, bob, anne].map((scope) => ids.ensure(transaction, scope)));
  expect(new Set(given).size).toBe(2);
  expect([ids.find(anne), ids.find(bob)]).toEqual(given.slice(0, 2));
  expect(await file.write((transaction) => ids.ensure(transaction, anne))).toBe(given[0]);
  expect(ScopeIds.of(file)).toBe(ids);
});

it('forgets a number whose transaction was undone: another scope may get it', async () => {
  const undone = file.write((transaction) => {
    ids.ensure(transaction, scopeOfUser('anne'));
    ids.ensure(transaction, scopeOfUser('anne'));
    throw new Error('refused');
  });
  const bob = file.write((transaction) => ids.ensure(transaction, scopeOfUser('bob')));
  await expect(undone).rejects.toThrow('refused');
  expect(ids.find(scopeOfUser('anne'))).toBeNull();
  expect(ids.find(scopeOfUser('bob'))).toBe(await bob);
  expect(await file.write((transaction) => ids.ensure(transaction, scopeOfUser('anne')))).not.toBe(await bob);
});
