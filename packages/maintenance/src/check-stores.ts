import type { Scope } from '@agent-mem/contract';
import { allScopes } from '@agent-mem/policy';
import type { Documented } from '@agent-mem/recall';
import type { Ports, ReportProgress } from '@agent-mem/runtime';
import { detailDisagreements, isReferredTo } from './detail-disagreements.ts';
import type { Disagreement } from './disagreement.ts';
import { graphDisagreements } from './graph-disagreements.ts';
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

/** Compares the Graph, the search index and the details, and the Graph with itself, and yields what they disagree on. What settles by itself within 2 s is no disagreement. */
export async function* checkStores({ services, ports, scope: only, report }: CheckOptions): AsyncIterable<Disagreement> {
  const at = new Date(ports.clock.now()).toISOString();
  let done = 0;
  const total = report ? await countOfAll(services, ports, only) : null;
  const compared = () => {
    done += 1;
    report?.({ what: 'records', done, total });
  };
  for await (const scope of only ? [only] : allScopes(ports)) {
    const suspected: Disagreement[] = [];
    for await (const found of indexDisagreements(scope, services, ports, compared)) suspected.push(found);
    for await (const found of detailDisagreements(scope, at, ports)) suspected.push(found);
    for await (const found of graphDisagreements(scope, ports)) suspected.push(found);
    if (suspected.length === 0) continue;
    await ports.clock.sleep(settleMs);
    const still = await graphProblems(scope, suspected, ports);
    const problemNow = async ({ problem, id }: Disagreement): Promise<Disagreement['problem'] | null> => {
      if (isOfGraph(problem)) return still.has(`${problem} ${id}`) ? problem : null;
      if (problem.startsWith('detail-')) return (await isDetailProblem(scope, problem, id, ports)) ? problem : null;
      return problemOf(scope, id, services, ports);
    };
    for (const each of suspected) {
      const problem = await problemNow(each);
      if (problem) yield { scope, problem, id: each.id };
    }
  }
}

/** What the Graph still says against itself, where it did. */
async function graphProblems(
  scope: Scope,
  suspected: readonly Disagreement[],
  ports: CheckOptions['ports'],
): Promise<ReadonlySet<string>> {
  const still = new Set<string>();
  if (!suspected.some(({ problem }) => isOfGraph(problem))) return still;
  for await (const { problem, id } of graphDisagreements(scope, ports)) still.add(`${problem} ${id}`);
  return still;
}

function isOfGraph(problem: Disagreement['problem']): boolean {
  return problem === 'summary-missing' || problem === 'original-missing' || problem === 'edge-loose';
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
