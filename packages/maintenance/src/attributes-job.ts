import { randomUUID } from 'node:crypto';
import { isWithin, type Scope, scopeKey } from '@agent-mem/contract';
import { createIndexOnce, type Documented, filteredKinds, type IndexPorts } from '@agent-mem/recall';
import { type Logger, type PeriodicJob, type Ports, takeLease } from '@agent-mem/runtime';
import { dropWithoutNode } from './sweep.ts';

const everyMs = 5_000;
/**
 * Where none is left, only a process of the version before that still runs makes another. The look is not free: Qdrant goes through all documents
 * to find none.
 */
const againAfterMs = 60_000;
const leaseMs = 60_000;
const mostAtOnce = 1_000;
const batch = 64;
const holder = randomUUID();

/**
 * Makes the documents of an earlier version again, which had no attributes, with the vectors that they have. The index says which are
 * left: it goes on after a break, and does nothing once all are made. One process at a time does it for a service.
 */
export function attributesJob(
  service: Documented,
  ports: IndexPorts & Pick<Ports, 'keyValue'>,
  log: Logger,
): PeriodicJob<{ readonly signal: AbortSignal }> {
  const { searchIndex, keyValue } = ports;
  const kinds = service.owns.filter((kind) => filteredKinds.includes(kind));
  const indexOnce = createIndexOnce(service, ports, log);

  async function makeAgain(scope: Scope, ids: readonly string[], signal: AbortSignal): Promise<void> {
    const held = await searchIndex.vectors(scope, ids, ports.embedder.id);
    const vectors = new Map([...held].map(([id, values]) => [id, { embedder: ports.embedder.id, values }]));
    // A document that has no vector yet goes on waiting for one: that is the index job's.
    await indexOnce(scope, ids, { vectors, signal, embedLimitMs: 0 });
    await dropWithoutNode(scope, ids, ports);
  }

  let noneAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'attributes',
    everyMs,
    async run({ signal }) {
      if (isWithin(againAfterMs, noneAt, ports.clock.now())) return;
      let behind = await searchIndex.withoutAttributes(kinds, mostAtOnce);
      if (behind.length === 0) {
        noneAt = ports.clock.now();
        return;
      }
      const taken = await takeLease(`attributes:${service.name}`, holder, leaseMs, { keyValue, log });
      if (!taken) return;
      await using lease = taken;
      const tried = new Set<string>();
      for (;;) {
        // What is still there after it was made again is not made a third time before the next run.
        const fresh = behind.filter((each) => !tried.has(keyOf(each)));
        if (fresh.length === 0) break;
        for (const { scope, ids } of batchesOf(fresh)) {
          if (signal.aborted || !(await lease.isHeld())) return;
          await makeAgain(scope, ids, signal);
        }
        for (const each of fresh) tried.add(keyOf(each));
        behind = await searchIndex.withoutAttributes(kinds, mostAtOnce);
      }
      log.info({ documents: tried.size, left: behind.length }, 'documents of an earlier version can be filtered now');
    },
  };
}

function keyOf({ scope, id }: { readonly scope: Scope; readonly id: string }): string {
  return `${scopeKey(scope)}\n${id}`;
}

function batchesOf(documents: readonly { readonly scope: Scope; readonly id: string }[]) {
  const byScope = Map.groupBy(documents, ({ scope }) => scopeKey(scope));
  return [...byScope.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / batch) }, (_, index) => {
      const some = own.slice(index * batch, (index + 1) * batch);
      // A group has a first, and a batch too.
      return { scope: (some[0] as (typeof own)[number]).scope, ids: some.map(({ id }) => id) };
    }),
  );
}
