import { rm } from 'node:fs/promises';
import { storedNode, temporaryDirectory } from '@agent-mem/testing';
import { memoryPorts, recordedLog, scope } from '@agent-mem/testing/kit';
import { expect, it } from 'vitest';
import { openedScope } from '../../test/opened-scope.ts';
import { writeNode } from '../write/write-node.ts';
import { takeIn } from './take-in.ts';
import type { Taking } from './taking.ts';

const at = '2026-01-31T12:00:00.000Z';
const later = Date.UTC(2100, 0, 1);

it('how many facts are deleted with their files, as by git on a branch that has fewer, is logged once', async () => {
  await using directory = await temporaryDirectory();
  const ports = memoryPorts();
  const { log, lines } = recordedLog();
  const deleted: string[] = [];
  const caller: Taking['caller'] = {
    async call(_service, _operation, request) {
      deleted.push((request as { readonly fact_id: string }).fact_id);
      return { success: true } as never;
    },
  };
  const open = await openedScope(directory.path, ports);
  const taking: Taking = { ...open, log, caller, refuse: () => undefined };
  const ids = [1, 2, 3].map((each) => `fact_0192f3b0-0000-7000-8000-00000000000${each}`);
  for (const id of ids) {
    const fact = { id, kind: 'Fact', createdAt: at, updatedAt: at, properties: { content: `Fact ${id}` } } as const;
    await ports.graph.commit(scope, { nodes: [{ ...storedNode(fact), expectedVersion: 0 }] });
    for (const node of await ports.graph.get(scope, [id])) await writeNode(node, taking);
  }
  const paths = ids.map((id) => taking.snapshot.ofNode(id)?.path ?? '');
  for (const path of paths.slice(1)) await rm(taking.files.pathOf(path));
  expect(await takeIn(paths, taking, later)).toEqual([]);
  expect(deleted.toSorted()).toEqual(ids.slice(1));
  const warnings = lines.filter(({ level }) => Number(level) >= 40);
  expect(warnings).toMatchObject([
    { facts: 2, folder: directory.path, msg: expect.stringMatching(/^facts are deleted in memory/) },
  ]);
});
