import { type Blueprint, mergedBlueprint } from '../../deploy/trustgraph-blueprint.ts';
import type { Flows } from './flows.ts';
import { blueprintOf } from './seed.ts';

/**
 * Defines a blueprint as an operator does: these parts of `deploy/trustgraph/blueprints`, each put over TrustGraph's own. `parameters` are what the
 * agent's entry says in place of those of the parts.
 */
export async function defineBlueprint(
  flows: Flows,
  name: string,
  parts: readonly string[],
  parameters: Readonly<Record<string, string>> = {},
): Promise<void> {
  const blueprint = await mergedBlueprint(blueprintOf('agent-manager') as Blueprint, ...parts.map((part) => `${part}.json`));
  const agent = 'agent-mem:{id}' in blueprint.flow ? 'agent-mem:{id}' : 'agent-manager:{id}';
  const { topics, parameters: given } = blueprint.flow[agent] as Blueprint['flow'][string];
  await flows.define(name, {
    ...blueprint,
    flow: { ...blueprint.flow, [agent]: { topics, parameters: { ...given, ...parameters } } },
  });
}
