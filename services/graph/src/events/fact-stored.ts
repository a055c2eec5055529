import { findNames } from '@agent-mem/recall/names';
import type { EventHandler } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { planMentions } from '../domain/entities/plan-mentions.ts';
import { textOf } from '../domain/nodes/node-message.ts';
import { knownNames } from '../entities/known-names.ts';
import { mentionsOf } from '../entities/mentions-of.ts';

/** Joins a fact that was stored to the entities that it names. A repeat finds them joined and writes nothing. */
export const factStored: EventHandler<Config> = async (event, context) => {
  const { graph, scope, clock, signal } = context;
  const id = event.data.fact_stored?.fact_id;
  const [fact] = id ? await graph.get(scope, [id]) : [];
  if (!fact || !isSeenByAll(fact)) return;
  const names = findNames(textOf(fact));
  const seen = await mentionsOf(graph, scope, fact.id, 'out');
  if (names.length === 0 && seen.length === 0) return;
  const known = await knownNames(
    graph,
    scope,
    names.map(({ key }) => key),
  );
  const plan = planMentions(fact, names, seen, known, new Date(clock.now()).toISOString());
  if (plan.edges.length === 0) return;
  await graph.commit(scope, plan);
  const made = plan.nodes.filter(({ kind }) => kind === 'Entity').map((node) => node.id);
  if (made.length > 0) await context.index(scope, made, { signal });
};

/** What one conversation alone sees gives the scope no name, nor does what no model may be given. */
function isSeenByAll({ kind, status, properties }: GraphNode): boolean {
  return kind === 'Fact' && status === 'ACTIVE' && (properties.visibility ?? 'scope') === 'scope';
}
