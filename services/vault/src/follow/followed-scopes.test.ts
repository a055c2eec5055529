import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { memoryPorts, recordedLog, scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { FollowedScopes, type FollowOptions } from './followed-scopes.ts';

it('a file that is removed before the watcher knows it is a deleted fact, a moment later', async () => {
  await using directory = await temporaryDirectory();
  const folder = directory.path;
  const clock = turnedClock();
  const { graph } = memoryPorts({ clock });
  const asked: string[] = [];
  const caller: FollowOptions['caller'] = {
    async call(_service, operation, request) {
      asked.push(`${operation} ${(request as { readonly fact_id: string }).fact_id}`);
      return { success: true } as never;
    },
  };
  const scopes = new FollowedScopes({
    folder,
    scopes: scope,
    graph,
    clock,
    log: recordedLog().log,
    signal: new AbortController().signal,
    caller,
    requestsFirst: { request: () => ({ [Symbol.dispose]() {} }) } as FollowOptions['requestsFirst'],
    assertOwned() {},
  });
  await scopes.look([]);
  const at = new Date(clock.now()).toISOString();
  const facts = ['fact_0192f3b0-0000-7000-8000-000000000001', 'fact_0192f3b0-0000-7000-8000-000000000002'] as const;
  const nodes = facts.map((id) => {
    return { id, kind: 'Fact', createdAt: at, updatedAt: at, properties: { content: `Fact ${id}` }, record: 'stored' } as const;
  });
  await graph.commit(scope, { nodes });
  await scopes.look([]);
  const files = (await Array.fromAsync(glob('**/facts/*.md', { cwd: folder }))).toSorted();
  expect(files).toHaveLength(2);
  await rm(join(folder, files[0] ?? ''));
  await scopes.look([]);
  expect(asked).toEqual([]);
  await clock.advance(1_000);
  await scopes.look([]);
  expect(asked).toEqual([`delete ${facts[0]}`]);
  await clock.advance(1_000);
  await scopes.look([]);
  expect(asked).toHaveLength(1);
});
