import { randomUUID } from 'node:crypto';
import { batchesOf, dayMs, type Scope } from '@agent-mem/contract';
import { allScopes } from '@agent-mem/policy';
import { createIndexOnce, type Documented, type IndexPorts, unlessRefused } from '@agent-mem/recall';
import type { Logger, Ports } from '@agent-mem/runtime';
import { takeLease } from '@agent-mem/runtime';
import { unreferencedDetails } from './detail-disagreements.ts';
import { indexDisagreements } from './index-disagreements.ts';

/** What a sweep needs. */
export interface SweepOptions {
  readonly services: readonly Documented[];
  readonly ports: Pick<Ports, 'details' | 'keyValue'> & IndexPorts;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** What a sweep has mended. */
export interface Swept {
  /** Documents written or taken out. */
  readonly documents: number;
  /** Details deleted. */
  readonly details: number;
}

const leaseMs = 60_000;
const embedLimitMs = 30_000;
const batch = 64;
/** A detail is written before the node that refers to it, by a command that may be repeated for days. */
const detailGraceMs = dayMs;
const holder = randomUUID();

/**
 * Brings the search index and the details in line with the Graph, scope by scope. One process of the fleet at a time does it for a set of
 * services; `null`: another is at it. It reads every node and the version of every document, page by page: nothing else finds what a store has
 * lost. What is known to be behind the indexing job finds by its queue.
 */
export async function sweep({ services, ports, log, signal }: SweepOptions): Promise<Swept | null> {
  const names = services.map(({ name }) => name).join(',');
  const held = await takeLease(`sweep:${names}`, holder, leaseMs, { keyValue: ports.keyValue, log });
  if (!held) return null;
  await using lease = held;
  const inEachScope = async (work: (scope: Scope) => Promise<number>): Promise<number> => {
    let count = 0;
    for await (const scope of allScopes(ports)) {
      if (signal.aborted || !(await lease.isHeld())) break;
      count += await work(scope);
    }
    return count;
  };
  const documents = await inEachScope((scope) => mendIndex(scope, { services, ports, log, signal }));
  if (documents > 0) log.info({ documents }, 'the search index was brought in line with the Graph');
  // Last: the index is in line also where the store of details is away.
  const erased = await ports.details.erase(new Date(ports.clock.now() - detailGraceMs).toISOString());
  const details = erased + (await inEachScope((scope) => dropUnreferenced(scope, ports)));
  if (details > 0) log.info({ details }, 'details that nothing refers to were deleted');
  return { documents, details };
}

async function mendIndex(scope: Scope, { services, ports, log, signal }: SweepOptions): Promise<number> {
  const found: string[] = [];
  for await (const { problem, id } of indexDisagreements(scope, services, ports)) {
    // A document that is ahead stays: an older one cannot replace it. The check tells of it.
    if (problem !== 'document-ahead') found.push(id);
  }
  for (const ids of batchesOf(found, batch)) {
    if (signal.aborted) break;
    // Each makes only what is its own.
    for (const service of services)
      await unlessRefused(createIndexOnce(service, ports, log)(scope, ids, { signal, embedLimitMs }), log);
    await dropWithoutNode(scope, ids, ports);
  }
  return found.length;
}

/** Takes documents out of the index whose node is gone: it cannot say what to do with them. */
export async function dropWithoutNode(
  scope: Scope,
  ids: readonly string[],
  { graph, searchIndex }: Pick<Ports, 'graph' | 'searchIndex'>,
): Promise<void> {
  const known = new Set((await graph.get(scope, ids)).map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length === 0) return;
  const documents = await searchIndex.get(scope, gone);
  await searchIndex.delete(
    scope,
    documents.map(({ id, version }) => ({ id, version })),
  );
}

async function dropUnreferenced(scope: Scope, ports: SweepOptions['ports']): Promise<number> {
  const before = new Date(ports.clock.now() - detailGraceMs).toISOString();
  let dropped = 0;
  for await (const { memoryKey } of unreferencedDetails(scope, before, ports)) {
    await ports.details.delete(scope, memoryKey);
    dropped += 1;
  }
  return dropped;
}
