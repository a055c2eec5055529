import { countFitting } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import type { NodeVersion } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { answeredFact } from '../domain/fact/fact-node.ts';
import { getFact } from '../get-fact.ts';
import { withReplaced } from '../replacements.ts';

/**
 * Every state that a fact has been in, and those of the facts that it replaced, oldest first; the newest ones where all would not fit
 * into one answer.
 */
export const history: Handler<'facts', 'history', Config> = async (request, context) => {
  const { scope, graph } = context;
  const fact = await getFact(graph, scope, request.fact_id);
  const ids = await withReplaced(graph, scope, fact.id);
  const states = (await Promise.all(ids.map((id) => graph.history(scope, id)))).flat().toSorted(byTime(ids));
  const versions = states.map(({ version, record, recordedAt, node }) => ({
    version,
    change: record,
    changed_at: recordedAt,
    fact: answeredFact(node),
  }));
  const fitting = countFitting(versions.toReversed());
  return { versions: versions.slice(versions.length - fitting) };
};

/** Within one millisecond a fact is stored before anything else becomes of it or of others. */
function byTime(ids: readonly string[]): (one: NodeVersion, other: NodeVersion) => number {
  const orderOf = ({ node }: NodeVersion) => ids.indexOf(node.id);
  return (one, other) =>
    Date.parse(one.recordedAt) - Date.parse(other.recordedAt) || one.version - other.version || orderOf(one) - orderOf(other);
}
