import { startFleet } from '@agent-mem/testing';
import { namedModel } from '../named-model.ts';
import type { LabelledFact } from './load.ts';
import type { Scored } from './score.ts';

/** Stores each fact in a scope of its own with its schema, and reads in which field of the profile it stands. */
export async function findFields(
  facts: readonly LabelledFact[],
  schemas: Readonly<Record<string, string>>,
): Promise<readonly Scored[]> {
  await using fleet = await startFleet({ services: ['facts', 'graph'], environment: namedModel()?.environment });
  const { call } = fleet.caller;
  const scored: Scored[] = [];
  for (const [index, fact] of facts.entries()) {
    const scope = { workspace: 'bench', user: `fact-${index}`, collection: 'profile' };
    const profile_schema = schemas[fact.schema];
    if (profile_schema) await call('graph', 'update_settings', { ...scope, settings: { profile_schema } });
    await call('facts', 'store', { ...scope, content: fact.fact });
    await fleet.settled();
    const { fields } = await call('facts', 'get_profile', scope);
    scored.push({ ...fact, found: fields[0]?.name ?? null });
  }
  return scored;
}
