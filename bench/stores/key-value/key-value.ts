import type { KeyValue } from '@agent-mem/storage';
import { scope, texts } from '../memories.ts';
import { type Comparison, inBatches, type Port, type Subject, spread } from '../subject.ts';
import type { BareKeyValue, OpenedKeyValue } from './bare.ts';
import { redisKeyValue } from './redis.ts';
import { embeddedKeyValue } from './sqlite.ts';

/** Values, lists and leases. */
export const keyValue: Port = {
  name: 'KeyValue',
  embedded: async () => subjectOf(await embeddedKeyValue()),
  cluster: async () => subjectOf(await redisKeyValue()),
};

const ttlMs = 600_000;
const most = 3_000;
/** A journal of steps is a list. */
const lists = 100;

function subjectOf(opened: OpenedKeyValue): Subject {
  const { store, keyValue: port, bare, bytes } = opened;
  return {
    store,
    prepare: () => port.set(scope, 'first', ''),
    async fill(memories) {
      await inBatches(memories, { size: 100, atOnce: 4 }, (numbers) =>
        Promise.all(numbers.map((number) => port.set(scope, `key-${number}`, texts.text(number)))),
      );
    },
    bytes,
    comparisons: (memories) => comparisonsOf(port, bare, memories),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

function comparisonsOf(port: KeyValue, bare: BareKeyValue, memories: number): readonly Comparison[] {
  const any = spread(memories);
  const turn = spread(lists);
  const value = texts.text(0);
  let last = 0;
  const fresh = (kind: string) => {
    last += 1;
    return `${kind}-${last}`;
  };
  const list = () => `list-${turn()}`;
  return [
    { name: 'get', ours: () => port.get(scope, `key-${any()}`), bare: () => bare.get(`key-${any()}`) },
    { name: 'set', most, ours: () => port.set(scope, `key-${any()}`, value), bare: () => bare.set(`key-${any()}`, value) },
    {
      name: 'compareAndSet',
      most,
      ours: () => port.compareAndSet(scope, fresh('cas'), 0, value),
      bare: () => bare.add(fresh('cas'), value),
    },
    { name: 'append', most, ours: () => port.append(scope, list(), [value]), bare: () => bare.append(list(), value) },
    {
      name: 'acquire',
      most,
      ours: () => port.acquire(scope, fresh('lease'), 'bench', ttlMs),
      bare: () => bare.acquire(fresh('lease'), 'bench', ttlMs),
    },
  ];
}
