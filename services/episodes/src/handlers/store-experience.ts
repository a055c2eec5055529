import { OperationError } from '@agent-mem/contract';
import { readsAsInstructions } from '@agent-mem/policy/injection';
import type { Handler } from '@agent-mem/service-kit';
import type { NodeWrite } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { errorId, metErrorNode } from '../domain/experience/error-node.ts';
import { foldedError, readablePart } from '../domain/experience/error-text.ts';
import { solutionId, solutionNode } from '../domain/experience/solution-node.ts';

/** Stores an error or a solution that a caller of the graph service makes. An error is found like one that was met; one that is there stays as it is. */
export const storeExperience: Handler<'episodes', 'store_experience', Config> = async (request, context) => {
  const { graph, scope, clock, signal } = context;
  const { kind, text, weight } = request;
  // In the words of the caller's own request: the graph service asks.
  if (readsAsInstructions([text], 'by-user'))
    throw new OperationError(
      'invalid-argument',
      'create_node.content: reads like instructions to a model; say what happened instead',
    );
  const key = kind === 'Error' ? foldedError(text) : '';
  const id = kind === 'Error' ? errorId(key) : solutionId(text);
  const [seen] = await graph.get(scope, [id]);
  const reply = { id };
  const isThere = seen?.status === 'ACTIVE';
  const now = new Date(clock.now()).toISOString();
  const made: NodeWrite =
    kind === 'Error' ? metErrorNode({ key, text: readablePart(text) }, null, seen, now) : solutionNode(text, null, seen, now);
  await graph.commit(scope, isThere ? {} : { nodes: [{ ...made, weight: weight ?? made.weight ?? null }] }, reply);
  if (kind === 'Error' && !isThere) await context.index(scope, [id], { signal });
  return reply;
};
