import type { KnownFile } from '@agent-mem/vault';
import { saysAsFiled } from '../write/says-as-filed.ts';
import { scopeMembers, type Taking } from './taking.ts';

/** Deletes the fact of a file that is gone, or was moved to `deleted/`. Where memory says something else of it by now, its file is written again. Answers whether the fact is deleted by that. */
export async function removeFact(known: KnownFile, taking: Taking): Promise<boolean> {
  const { caller, graph, scope, snapshot } = taking;
  const [node] = await graph.get(scope, [known.id]);
  if (node?.status !== 'ACTIVE' || !(await saysAsFiled(node, known, taking))) return false;
  await caller.call('facts', 'delete', { ...scopeMembers(taking), fact_id: known.id });
  snapshot.set(known);
  return true;
}
