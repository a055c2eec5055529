import { scopeOf } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { readNodes } from './read-nodes.ts';

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const ids = Array.from({ length: 250 }, (_, n) => `fact_${n}`);
const node = (id: string) => ({ id }) as GraphNode;

test('nodes are asked for in parts at the same time, each in a turn of its own', async () => {
  const answers: (() => void)[] = [];
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  })();
  const get = (_: unknown, asked: readonly string[]) => {
    turns.push(turn);
    return new Promise<readonly GraphNode[]>((resolve) => {
      answers.push(() => resolve(asked.filter((id) => id !== 'fact_7').map(node)));
      // Nobody is answered before all are asked.
      if (answers.length === 3) for (const answer of answers.toReversed()) answer();
    });
  };
  const nodes = await readNodes(ids, { graph: { get }, scope });
  isOver = true;
  await counting;
  expect([...nodes.keys()]).toEqual(ids.filter((id) => id !== 'fact_7'));
  expect(new Set(turns).size).toBe(3);
});

test('a part that fails fails the read, also before the last is asked for', async () => {
  let asked = 0;
  const get = () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve([]);
  };
  await expect(readNodes(ids, { graph: { get }, scope })).rejects.toThrow('away');
  expect(asked).toBe(3);
});
