import { type Scope, scopeOf } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import type { Connection, Row, ScopedRead } from '../connection.ts';
import { nodesById } from './nodes-by-id.ts';

const [mine, yours] = ['mine', 'yours'].map((user) => scopeOf({ workspace: 'w', user, collection: 'c' })) as [Scope, Scope];

/** A server that has each node that is asked for, but those called `missing`. */
function server({ fails = false } = {}) {
  const statements: (readonly ScopedRead[])[] = [];
  const inScopes: Connection['inScopes'] = async (_, reads) => {
    statements.push(reads);
    if (fails) throw new Error('away');
    return reads.flatMap(({ scope, parameters }, read) => idsOf(parameters.ids).map((id): Row => rowOf(read, scope.user, id)));
  };
  const get = nodesById({ inScopes });
  const found = async (...asked: Parameters<typeof get>) => (await get(...asked)).map(({ id, kind }) => `${kind}:${id}`);
  return { statements, found };
}

function idsOf(ids: unknown): readonly string[] {
  return (ids as readonly string[]).filter((id) => id !== 'missing');
}

/** The kind says whose it is. */
function rowOf(read: number, kind: string, id: string): Row {
  return { read, node: { id, kind, properties: '{}' } };
}

it('what is asked for in one round is one statement, and each caller gets the nodes of its scope, by its order', async () => {
  const { statements, found } = server();
  const asked = [found(mine, ['a', 'b']), found(yours, ['b', 'missing', 'a']), found(mine, ['missing']), found(mine, [])];
  expect(await Promise.all(asked)).toEqual([['mine:a', 'mine:b'], ['yours:b', 'yours:a'], [], []]);
  expect(statements).toHaveLength(1);
});

it('nothing is asked of the server for no ids', async () => {
  const { statements, found } = server();
  expect(await found(mine, [])).toEqual([]);
  expect(statements).toEqual([]);
});

it('a read that is asked for later is sent later: it finds what was written in between', async () => {
  const { statements, found } = server();
  const first = found(mine, ['a']);
  await first;
  expect(await found(mine, ['a'])).toEqual(['mine:a']);
  expect(statements).toHaveLength(2);
});

it('a small read does not wait for the rows of large ones', async () => {
  const { statements, found } = server();
  const many = Array.from({ length: 400 }, (_, index) => String(index));
  const [, , last] = await Promise.all([found(mine, many), found(yours, many), found(mine, ['a'])]);
  expect(statements.map((reads) => reads.length)).toEqual([1, 2]);
  expect(last).toEqual(['mine:a']);
});

it('each caller gets the error of a statement, and the next one asks anew', async () => {
  const { statements, found } = server({ fails: true });
  const asked = await Promise.allSettled([found(mine, ['a']), found(yours, ['a'])]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(found(mine, ['a'])).rejects.toThrow('away');
  expect(statements).toHaveLength(2);
});
