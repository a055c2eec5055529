import { randomUUID } from 'node:crypto';
import { OperationError, type Scope } from '@agent-mem/contract';
import { isGoing, isUserScope } from '@agent-mem/policy';
import { createIndexOnce, type Documented, type IndexPorts } from '@agent-mem/recall';
import type { Logger, Ports, ReportProgress } from '@agent-mem/runtime';
import { takeLease } from '@agent-mem/runtime';
import { countNodes, goingIn, nodesOf } from './index-disagreements.ts';

/** What is made anew. */
export interface ReindexOptions {
  readonly services: readonly Documented[];
  readonly ports: Pick<Ports, 'keyValue'> & IndexPorts;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Default: every scope. */
  readonly scope?: Scope;
  /** Empties each scope's index first, so that nothing of it stays and each text is embedded again; until it is filled again, less is found there. Default false. */
  readonly fromScratch?: boolean;
  /** Called after each record. */
  readonly report?: ReportProgress;
}

/** A scope that is done. */
export interface ReindexedScope {
  readonly scope: Scope;
  readonly documents: number;
  /** Documents that the embedder did not get to: found by their words until the index job comes back to them. */
  readonly withoutVector: number;
  /** Embedders whose vectors were dropped, since ours has made all. */
  readonly dropped: readonly string[];
}

const leaseMs = 120_000;
const embedLimitMs = 60_000;
const batch = 64;

/**
 * Makes every document anew from the Graph, scope by scope, while reads and writes go on: a document is replaced as a whole, with the
 * vector that ours has made of the same text; the vectors of a former embedder stay beside ours until ours has made all of the scope. An index that is damaged is emptied first, and then every
 * scope is made. Throws `aborted` while another process is at it.
 */
export async function* reindex(options: ReindexOptions): AsyncIterable<ReindexedScope> {
  const { ports, log, signal } = options;
  const held = await takeLease('reindex', randomUUID(), leaseMs, { keyValue: ports.keyValue, log });
  if (!held) throw new OperationError('aborted', 'Another process is at reindexing; wait until it is done');
  await using lease = held;
  // An index that was damaged is empty now, in every scope.
  const isEmptied = (await ports.searchIndex.repair?.()) === true;
  if (isEmptied) log.warn({}, 'The search index was damaged: reindex makes it anew, in every scope');
  const scopes = options.scope && !isEmptied ? [options.scope] : await Array.fromAsync(ports.graph.scopes());
  const passed = options.report ? await passing(scopes, options, options.report) : () => {};
  for (const scope of scopes) {
    if (isUserScope(scope)) continue;
    const renew = async () => {
      signal.throwIfAborted();
      if (!(await lease.isHeld())) throw new OperationError('aborted', 'Another process has taken over reindexing');
    };
    await renew();
    if (options.fromScratch) await ports.searchIndex.clear(scope);
    yield await reindexScope(scope, options, renew, passed);
  }
}

/** Counts what there is to do, and answers what is to be called for each record that was passed. */
async function passing(
  scopes: readonly Scope[],
  { services, ports }: ReindexOptions,
  report: ReportProgress,
): Promise<() => void> {
  let total = 0;
  for (const scope of scopes.filter((each) => !isUserScope(each))) total += await countNodes(scope, services, ports);
  let done = 0;
  return () => {
    done += 1;
    report({ what: 'records', done, total });
  };
}

async function reindexScope(
  scope: Scope,
  { services, ports, log, signal }: ReindexOptions,
  renew: () => Promise<void>,
  passed: () => void,
): Promise<ReindexedScope> {
  let documents = 0;
  let withoutVector = 0;
  let wordless = 0;
  const going = await goingIn(scope, ports);
  for (const service of services.filter(({ documentOf }) => documentOf)) {
    const indexOnce = createIndexOnce(service, ports, log);
    const make = async (ids: readonly string[]) => {
      await renew();
      const outcome = await indexOnce(scope, ids, { signal, embedLimitMs });
      documents += ids.length;
      wordless += outcome.wordless;
      withoutVector += outcome.lacking.length;
    };
    let ids: string[] = [];
    for await (const node of nodesOf(scope, service, ports)) {
      passed();
      if (node.indexedVersion === null || service.documentOf?.(node) == null || isGoing(going, node)) continue;
      ids.push(node.id);
      if (ids.length < batch) continue;
      await make(ids);
      ids = [];
    }
    if (ids.length > 0) await make(ids);
  }
  const dropped = withoutVector > 0 ? [] : await dropOthers(scope, wordless, ports);
  return { scope, documents, withoutVector, dropped };
}

/**
 * Only what ours has caught up with: another process may have written a document that has no vector of ours yet. What ours finds no
 * word in, another may have a vector of.
 */
async function dropOthers(
  scope: Scope,
  wordless: number,
  { searchIndex, embedder }: ReindexOptions['ports'],
): Promise<readonly string[]> {
  const counts = await searchIndex.embedders(scope);
  const ours = (counts.get(embedder.id) ?? 0) + wordless;
  const others = [...counts].filter(([id, documents]) => id !== embedder.id && documents <= ours).map(([id]) => id);
  for (const other of others) await searchIndex.dropVectors(scope, other);
  return others;
}
