import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperationError } from '@agent-mem/contract';
import { LeaseLost } from '@agent-mem/runtime';
import type { Graph } from '@agent-mem/storage';
import { temporaryDirectory } from '@agent-mem/testing';
import { memoryPorts, scope } from '@agent-mem/testing/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { openedScope } from '../../test/opened-scope.ts';
import { writeNode } from '../write/write-node.ts';
import { takeIn } from './take-in.ts';
import type { Taking } from './taking.ts';

const at = '2026-01-31T12:00:00.000Z';
/** Long after each file here was written. */
const later = Date.UTC(2100, 0, 1);
const id = 'fact_0192f3b0-0000-7000-8000-000000000001';

const factSaying = (content: string, expectedVersion: number) =>
  ({ id, kind: 'Fact', createdAt: at, updatedAt: at, properties: { content }, expectedVersion }) as const;

let isOwned = true;
beforeEach(() => {
  isOwned = true;
});

/** A folder with the file of one fact, which another process may take, and the operations that were asked for. */
async function filed(folder: string, answer: (operation: string, graph: Graph) => object) {
  const ports = memoryPorts();
  const { graph } = ports;
  const asked: string[] = [];
  const caller: Taking['caller'] = {
    async call(_service, operation) {
      asked.push(operation);
      // The answer is of the operation that the test asks for.
      return (await answer(operation, graph)) as never;
    },
  };
  const open = await openedScope(folder, ports);
  const assertOwned = () => {
    if (!isOwned) throw new LeaseLost('another process may have the folder');
  };
  const taking: Taking = { ...open, assertOwned, caller, refuse: () => undefined };
  await graph.commit(scope, { nodes: [factSaying('Anne lives in Lyon', 0)] });
  for (const node of await graph.get(scope, [id])) await writeNode(node, taking);
  const path = taking.snapshot.ofNode(id)?.path ?? '';
  const write = async (name: string, text: string) => {
    const note = join(dirname(path), name);
    await writeFile(taking.files.pathOf(note), text);
    return note;
  };
  return { asked, path, taking, write };
}

describe('once another process may have the folder', () => {
  it('a fact whose file is gone is not deleted', async () => {
    await using directory = await temporaryDirectory();
    const { asked, path, taking } = await filed(directory.path, () => ({ success: true }));
    await rm(taking.files.pathOf(path));
    isOwned = false;
    await expect(takeIn([path], taking, later)).rejects.toBeInstanceOf(LeaseLost);
    expect(asked).toEqual([]);
  });

  it('new notes that are refused together are not stored one by one', async () => {
    await using directory = await temporaryDirectory();
    const { asked, taking, write } = await filed(directory.path, () => {
      isOwned = false;
      throw new OperationError('invalid-argument', 'store_many.facts[1].content: is too long');
    });
    const notes = [await write('one.md', 'Bo likes tea'), await write('two.md', 'Cy likes milk')];
    await expect(takeIn(notes, taking, later)).rejects.toBeInstanceOf(LeaseLost);
    expect(asked).toEqual(['store_many']);
  });

  it('a new note whose fact has a file already is not removed', async () => {
    await using directory = await temporaryDirectory();
    const { taking, write } = await filed(directory.path, () => {
      isOwned = false;
      return { results: [{ fact_id: id, error: null, created: false }] };
    });
    const note = await write('same.md', 'Anne lives in Lyon');
    await expect(takeIn([note], taking, later)).rejects.toBeInstanceOf(LeaseLost);
    expect(existsSync(taking.files.pathOf(note))).toBe(true);
  });

  it('a note that its writer has gone on with is not removed', async () => {
    await using directory = await temporaryDirectory();
    const longer = 'Anne lives in Lyon, by the river';
    const { asked, taking, write } = await filed(directory.path, async (operation, graph) => {
      if (operation === 'store_many') return { results: [{ fact_id: id, error: null, created: true }] };
      return await graph.commit(scope, { nodes: [factSaying(longer, 1)] });
    });
    await takeIn([await write('note.md', 'Anne lives in Lyon')], taking, later);
    const note = await write('note.md', longer);
    // The process loses it when the fact's own file is written.
    const wrote = () => {
      isOwned = false;
    };
    await expect(takeIn([note], { ...taking, wrote }, later)).rejects.toBeInstanceOf(LeaseLost);
    expect(asked).toEqual(['store_many', 'update']);
    expect(existsSync(taking.files.pathOf(note))).toBe(true);
  });
});
