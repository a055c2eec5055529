import type { Scope } from '@agent-mem/contract';
import { type RecallContext, recall } from '@agent-mem/recall';
import type { Graph } from '@agent-mem/storage';
import { errorId } from './domain/experience/error-node.ts';
import { searchedError } from './domain/experience/error-text.ts';
import { similarToKind } from './domain/experience/solved-by-edge.ts';

/** An error that is known. */
export interface LikeError {
  readonly id: string;
  /** 0 to 1; 1: it is the same. */
  readonly likeness: number;
}

/** From how much on errors are alike, 0 to 1: of unrelated ones hardly any two are, with the embedder that comes along. */
export const leastLikeness = 0.4;
/** A question is no error: it may be about the same and ask for something else, so it must be more like it. */
export const leastLikenessOfQuestions = 0.5;

/** What memory's search must know of the asker. */
type Searching = RecallContext & { readonly graph: Pick<Graph, 'get' | 'neighbours'>; readonly scope: Scope };

/** Known errors that are the same as this one, folded, or at least so like it: the most like first, `most` of them. */
export async function likeErrors(
  context: Searching,
  key: string,
  { least, most }: { readonly least: number; readonly most: number },
): Promise<readonly LikeError[]> {
  if (key === '') return [];
  const same = errorId(key);
  const [nodes, near, found] = await Promise.all([
    context.graph.get(context.scope, [same]),
    context.graph.neighbours(context.scope, same, {
      kinds: [similarToKind],
      direction: 'both',
      minWeight: least,
      sort: 'weightDescending',
      limit: most,
    }),
    errorsLike(context, searchedError(key), least, most),
  ]);
  const likeness = new Map<string, number>();
  const add = (id: string, value: number) => likeness.set(id, Math.max(value, likeness.get(id) ?? 0));
  for (const { status } of nodes) if (status === 'ACTIVE') add(same, 1);
  for (const { edge, node } of near.items) add(node.id, edge.weight ?? 0);
  for (const { id, likeness } of found) add(id, likeness);
  return [...likeness]
    .map(([id, value]) => ({ id, likeness: value }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most);
}

/** Errors found by words and meaning, the most like first. */
async function errorsLike(context: Searching, query: string, least: number, most: number): Promise<readonly LikeError[]> {
  const { items } = await recall(context, context.scope, {
    kinds: ['Error'],
    use: 'episodes',
    query,
    topK: most,
    scoreThreshold: least,
    preset: 'default',
  });
  return items.map(({ id, score }) => ({ id, likeness: score }));
}
