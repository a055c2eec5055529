import { OperationError } from '@agent-mem/contract';
import {
  bestOf,
  checkWeights,
  filterOf,
  hydrateRecall,
  isWithinWeights,
  mostRecalled,
  nodePasses,
  noteReceipt,
  ownVectors,
  pastQuestionsLike,
  recall,
  tierReceipt,
} from '@agent-mem/recall';
import { countTokens } from '@agent-mem/recall/ranking';
import { roundedScore } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import { noAttributes, passes } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { answeredEpisode, readEpisode, storyText } from '../domain/episode/episode-node.ts';
import { byGoalAndError } from '../domain/episode/recalled-episodes.ts';
import { foldedError } from '../domain/experience/error-text.ts';
import { leastLikeness, leastLikenessOfQuestions, likeErrors } from '../like-errors.ts';
import { solutionsOfErrors } from '../solutions-of-errors.ts';

/** So many errors like the one asked for are followed to what solved them. */
const mostErrors = 4;
/** More solutions would not be tried. */
const mostSolutions = 20;

/**
 * Episodes like the goal and the state at hand, and those that met an error like the one given, best first; and what solved such errors.
 * The index finds them; the Graph says whether they may still be shown, and what the solutions are worth.
 */
export const retrieve: Handler<'episodes', 'retrieve', Config> = async (request, context) => {
  checkWeights(request);
  const error = (request.error ?? '').trim();
  const goal = `${request.query}\n${request.state}`.trim() || error;
  if (goal === '' && request.embedding.length === 0)
    throw new OperationError('invalid-argument', 'query: is required unless an embedding or an error is given');
  const { graph, scope } = context;
  const filter = filterOf(request.filter);
  const least = error === '' ? leastLikenessOfQuestions : leastLikeness;
  const [found, known] = await Promise.all([
    recall(context, scope, {
      kinds: ['Episode'],
      use: 'episodes',
      query: goal,
      embedding: request.embedding,
      // A vector that does not say who made it is taken for ours; its dimension is checked.
      embedder: request.embedder || context.embedder.id,
      topK: mostRecalled(request),
      scoreThreshold: request.score_threshold,
      preset: request.preset,
      parameters: request.parameters,
      filter,
      pastQuestions: pastQuestionsLike(context, goal),
      textsOf: async (ids) => new Map((await graph.get(scope, ids)).map((node) => [node.id, storyText(readEpisode(node))])),
    }),
    likeErrors(context, foldedError(error || request.query), { least, most: mostErrors }).then((errors) =>
      solutionsOfErrors(graph, scope, errors, Math.min(request.top_k, mostSolutions)),
    ),
  ]);
  // Without an error the goal alone says which episodes there are: they are found by the words of an error too.
  const byError = new Map(
    [...(error === '' ? [] : known.episodes)].filter(([, worth]) => worth >= (request.score_threshold ?? 0)),
  );
  const wanted = byGoalAndError(found.items, byError);
  const vectors = await ownVectors(
    context,
    scope,
    wanted.map(({ id }) => id),
    request.include_embedding,
  );
  const answered = await hydrateRecall(
    graph,
    scope,
    { ...found, items: wanted },
    {
      isVisible: (node) => node.status === 'ACTIVE' && nodePasses(node, filter) && isWithinWeights(node, request),
      recordOf: ({ node, score, scores }) =>
        answeredEpisode(node, {
          weight: request.include_weights,
          embedding: vectors.get(node.id) ?? [],
          score,
          scores: request.explain ? scores : {},
        }),
    },
  );
  const best = bestOf(answered, request);
  const mayBeSolutions = filter === null || passes(noAttributes, filter);
  const solutions = known.solutions
    .filter(({ score }) => mayBeSolutions && score >= (request.score_threshold ?? 0))
    .map((pair) => ({ ...pair, score: roundedScore(pair.score) }));
  const items = [
    ...best.items.map(({ node, score }) => ({ id: node.id, score, text: storyText(readEpisode(node)) })),
    ...solutions.map((pair) => ({ id: pair.solution_id, score: pair.score, text: `${pair.error}\n${pair.solution}` })),
  ];
  const receipt = tierReceipt({ ...best, items }, ({ text }) => countTokens(text));
  const query = [goal, error === goal ? '' : error].filter((text) => text !== '').join('\n');
  return {
    episodes: best.items.map(({ record }) => record),
    receipt,
    solutions,
    receipt_id: noteReceipt(context, { operation: 'episodes.Retrieve', query, conversationId: null, tier: 'episodes', receipt }),
  };
};
