import { createHash } from 'node:crypto';
import { type Details, WordCount } from '@agent-mem/storage';
import { scope, texts, timeOf } from '../memories.ts';
import { type Comparison, inBatches, type Port, type Subject, spread } from '../subject.ts';
import type { Content, OpenedDetails } from './bare.ts';
import { postgresDetails } from './postgres.ts';
import { embeddedDetails } from './sqlite.ts';

/** Large payloads. */
export const details: Port = {
  name: 'Details',
  embedded: async () => subjectOf(await embeddedDetails()),
  cluster: async () => subjectOf(await postgresDetails()),
};

/** One memory of so many has a detail: the others fit into the context. */
const memoriesOfDetail = 10;
const small = 2 * 1024;
const large = 1024 * 1024;
const range = { offset: large / 2, maxBytes: 64 * 1024 };

/** Contents to take in turn: making them is not measured. */
const variants = 20;

function subjectOf(opened: OpenedDetails): Subject {
  const { store, details: port, bare, bytes } = opened;
  const smallOnes = contents(small, variants);
  const largeOnes = contents(large, 3);
  return {
    store,
    prepare: () => put(port, 'first', contentOf('first')),
    async fill(memories) {
      await inBatches(countOf(memories), { size: 16, atOnce: 2 }, (numbers) =>
        Promise.all(numbers.map((number) => put(port, `detail-${number}`, contentOf(textOf(small, number))))),
      );
    },
    bytes,
    comparisons(memories) {
      const any = spread(countOf(memories));
      const question = () => texts.question(any()).match(/\w+/g) ?? [];
      let last = 0;
      const fresh = () => {
        last += 1;
        return `fresh-${last}`;
      };
      const [one, another] = [turns(smallOnes), turns(largeOnes)];
      return [
        {
          name: 'read 64 KiB of 1 MiB',
          prepare: () => put(port, 'large', another()),
          ours: () => port.read(scope, 'large', range),
          bare: () => bare.read('large', range.offset, range.maxBytes),
        },
        {
          name: 'search, best 10',
          ours: () => port.search(scope, { words: question(), limit: 10 }),
          bare: () => bare.search(question(), 10),
        },
        { name: 'put 2 KiB', most: 500, ours: () => put(port, fresh(), one()), bare: () => bare.put(fresh(), one()) },
        // Sixteen at once take a minute, and say the same: counting words and writing them is all of it.
        { name: 'put 1 MiB', isAlone: true, ours: () => put(port, fresh(), another()), bare: () => bare.put(fresh(), another()) },
      ] satisfies Comparison[];
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

function countOf(memories: number): number {
  return Math.ceil(memories / memoriesOfDetail);
}

async function put(port: Details, memoryKey: string, { bytes }: Content): Promise<void> {
  await port.put(scope, { memoryKey, contentType: 'text/plain', metadata: {}, createdAt: timeOf(0) }, [bytes]);
}

function contents(size: number, count: number): readonly Content[] {
  return Array.from({ length: count }, (_, number) => contentOf(textOf(size, number)));
}

function turns<Item>(items: readonly Item[]): () => Item {
  const turn = spread(items.length);
  return () => items[turn()] as Item;
}

/** Some texts in a row, cut at this size. */
function textOf(size: number, number: number): string {
  const parts: string[] = [];
  for (let [length, part] = [0, number]; length < size; part += variants) {
    const text = texts.text(part);
    parts.push(text);
    length += text.length + 1;
  }
  return parts.join(' ').slice(0, size);
}

function contentOf(text: string): Content {
  const bytes = Buffer.from(text);
  const count = new WordCount();
  count.add(bytes);
  return { text, bytes, hash: createHash('sha256').update(bytes).digest('hex'), words: count.end() };
}
