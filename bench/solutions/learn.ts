import { randomUUID } from 'node:crypto';
import { scopeOf } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';
import { namedModel } from '../named-model.ts';
import type { Trace } from './load.ts';
import { type Named, type Scored, score } from './score.ts';

/** Has each trace recorded as an invocation of a scope of its own, and scores what is remembered as the solution of each error. */
export async function learn(traces: readonly Trace[]): Promise<readonly Scored[]> {
  await using fleet = await startFleet({ services: ['episodes'], environment: namedModel()?.environment });
  const scored: Scored[] = [];
  for (const trace of traces) {
    await record(fleet, trace);
    scored.push(...score(trace, await solutionsOf(fleet, trace)));
  }
  return scored;
}

async function record(fleet: TestFleet, { id, goal, status, steps }: Trace): Promise<void> {
  const done = {
    invocation_id: `inv_${randomUUID()}`,
    question: goal,
    answer: status === 'success' ? 'Done.' : 'It did not work.',
    success: status === 'success',
    record_episode: true,
    steps: steps.map(({ tool, args, observation, success }) => ({
      action: tool,
      arguments: JSON.stringify(args),
      observation,
      // What a tool does not say to have failed counts as done: the event knows only these two.
      success: success ?? true,
    })),
  };
  await publishEvent(fleet.ports.bus, invocationCompleted(done, { id: `event-${id}`, ...scopeOfTrace(id) }));
  await fleet.settled();
}

/** The best solution of each error of the scope. */
async function solutionsOf({ ports }: TestFleet, { id }: Trace): Promise<readonly Named[]> {
  const scope = scopeOf(scopeOfTrace(id));
  const { items } = await ports.graph.find(scope, { kinds: ['Error'], order: 'createdAt', limit: 100 });
  const best = { kinds: ['solved_by'], direction: 'out', sort: 'weightDescending', limit: 1 } as const;
  return await Promise.all(
    items.map(async (error) => {
      const [first] = (await ports.graph.neighbours(scope, error.id, best)).items;
      return { error: String(error.properties.text), solution: first ? String(first.node.properties.attempt) : null };
    }),
  );
}

function scopeOfTrace(id: string) {
  return { workspace: 'bench', user: id, collection: 'solutions' };
}
