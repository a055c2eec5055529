import type { Scope } from '@agent-mem/contract';
import { allScopes } from '@agent-mem/policy';
import type { Documented } from '@agent-mem/recall';
import type { Ports, ReportProgress } from '@agent-mem/runtime';
import { detailDisagreements, isReferredTo } from './detail-disagreements.ts';
import type { Disagreement } from './disagreement.ts';
import { countNodes, indexDisagreements, problemOf } from './index-disagreements.ts';

/** What is asked about, and of which services' documents. */
export interface CheckOptions {
  readonly services: readonly Documented[];
  readonly ports: Pick<Ports, 'graph' | 'searchIndex' | 'details' | 'clock'>;
  /** Default: every scope that any store knows. */
  readonly scope?: Scope;
  /** Called after each node that was compared. */
  readonly report?: ReportProgress;
}

/** A running request may have written one store and not yet the other; this is longer than a request takes. */
const settleMs = 2_000;

/** Compares the Graph, the search index and the details, and yields what they disagree on. What settles by itself within 2 s is no disagreement. */
export async function* checkStores({ services, ports, scope: only, report }: CheckOptions): AsyncIterable<Disagreement> {
  const now = new Date(ports.clock.now()).toISOString();
  let done = 0;
  const total = report ? await countOfAll(services, ports, only) : null;
  const compared = () => {
    done += 1;
    report?.({ what: 'records', done, total });
  };
  for await (const scope of only ? [only] : allScopes(ports)) {
    const suspected: Disagreement[] = [];
    for await (const found of indexDisagreements(scope, services, ports, compared)) suspected.push(found);
    for await (const found of detailDisagreements(scope, now, ports)) suspected.push(found);
    if (suspected.length === 0) continue;
    await ports.clock.sleep(settleMs);
    for (const { problem, id } of suspected) {
      if (problem.startsWith('detail-')) {
        if (await isDetailProblem(scope, problem, id, ports)) yield { scope, problem, id };
      } else {
        const still = await problemOf(scope, id, services, ports);
        if (still) yield { scope, problem: still, id };
      }
    }
  }
}

async function countOfAll(
  services: readonly Documented[],
  ports: CheckOptions['ports'],
  only: Scope | undefined,
): Promise<number> {
  let total = 0;
  for await (const scope of only ? [only] : allScopes(ports)) total += await countNodes(scope, services, ports);
  return total;
}

async function isDetailProblem(
  scope: Scope,
  problem: Disagreement['problem'],
  memoryKey: string,
  ports: CheckOptions['ports'],
): Promise<boolean> {
  const isThere = (await ports.details.stat(scope, memoryKey)) !== null;
  const isWanted = await isReferredTo(scope, memoryKey, ports);
  return problem === 'detail-missing' ? isWanted && !isThere : isThere && !isWanted;
}
