import { expect } from 'vitest';
import type { Ask } from './ask.ts';

/** An evaluator weighs the solutions of an error by what came of them, and the better one comes first from then on. */
export async function learnedWeightsStory(ask: Ask): Promise<void> {
  const error = 'null pointer exception in auth.zig';
  const { node: cause } = await ask('graph', 'create_node', { kind: 'Error', content: error });
  for (const [content, weight] of [
    ['Catch the exception', 0.4],
    ['Check the token before it is read', 0.7],
  ] as const) {
    const { node } = await ask('graph', 'create_node', { kind: 'Solution', content });
    await ask('graph', 'link', { from: cause.id, to: node.id, kind: 'solved_by', weight });
  }
  const solutions = async () => (await ask('episodes', 'retrieve', { query: error, error })).solutions;
  const [best, other] = await solutions();
  expect([best, other].map(({ solution, weight }) => [solution, weight])).toEqual([
    ['Check the token before it is read', 0.7],
    ['Catch the exception', 0.4],
  ]);

  const update = { entity_id: best.edge_id, entity_type: 'EDGE', weight: 0.9, changed_by: 'evaluator' };
  expect(await ask('graph', 'update_entity_weight', update)).toMatchObject({
    ...{ status: 'success', entity_id: best.edge_id, new_weight: 0.9 },
  });
  const [again] = await solutions();
  expect(again).toMatchObject({ edge_id: best.edge_id, weight: 0.9 });
  expect(again.score).toBeGreaterThan(best.score);
  const { neighbours } = await ask('graph', 'neighbours', { id: cause.id, sort_by: 'weight_desc', include_weights: true });
  expect(neighbours.map(({ edge }: { edge: { weight: number } }) => edge.weight)).toEqual([0.9, 0.4]);
  const { changes } = await ask('graph', 'weight_history', { entity_id: best.edge_id });
  expect(changes[0]).toMatchObject({ old_weight: 0.7, weight: 0.9, changed_by: 'evaluator' });
}
