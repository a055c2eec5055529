import { countFitting, type Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { factOf } from '../domain/fact-node.ts';
import { knownFact } from '../known-fact.ts';

/** Every state a fact has been in, oldest first; the newest ones where all would not fit into one answer. */
export const history: Handler<'facts', 'history', Config> = async (request, context) => {
  await knownFact(context.graph, context.scope, request.fact_id);
  const states = await context.graph.history(context.scope, request.fact_id);
  const versions = states.map(({ version, record, recordedAt, node }) => ({
    version,
    change: record,
    changed_at: recordedAt,
    fact: factOf(node),
  }));
  const fitting = countFitting(versions.toReversed());
  return { versions: versions.slice(versions.length - fitting) };
};
