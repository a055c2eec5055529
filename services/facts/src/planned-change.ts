import type { Scope } from '@agent-mem/contract';
import type { Change, Graph, GraphNode } from '@agent-mem/storage';
import { type ChangeDraft, changeDraft } from './domain/changes/change-draft.ts';

/** A plan, and the change that it comes to. */
export interface PlannedWith<Plan> extends Required<Pick<Change, 'nodes' | 'expect'>> {
  readonly plan: Plan;
}

/** Plans a change by what is read, and reads what the plan asked for beside it, until it has all: what has a key is known only by its unique key. */
export async function plannedChange<Plan>(
  graph: Pick<Graph, 'get'>,
  scope: Scope,
  firstIds: readonly string[],
  planWith: (draft: ChangeDraft) => Plan | Promise<Plan>,
): Promise<PlannedWith<Plan>> {
  const seen: GraphNode[] = [];
  const read = new Set<string>();
  for (let ids: readonly string[] = [...new Set(firstIds)]; ; ) {
    seen.push(...(await graph.get(scope, ids)));
    for (const id of ids) read.add(id);
    const draft = changeDraft(seen, read);
    const plan = await planWith(draft);
    ids = draft.unread();
    if (ids.length === 0) return { plan, ...draft.change() };
  }
}
