import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphEdge, IndexHit } from '@agent-mem/storage';
import { analyseQuestion, type PastQuestion, tellingTerms } from '../ranking/question.ts';
import { leastSharedTerms } from '../ranking/stages/past-questions.ts';
import type { RecallContext } from '../recall.ts';
import { answeredByKind, answerWeight, readQuestion } from './stored-question.ts';
import type { FeedbackConfig } from './variables.ts';

/** So many questions with the most words in common are looked at, and so many of them are followed to what answered them. */
const mostFound = 50;
const mostFollowed = 16;
const mostAnswers = 1_000;
/** A longer text is no question that somebody asks again. */
const mostTerms = 128;

/** What reading past questions needs of a handler's context. */
export type PastQuestionsContext = Pick<RecallContext, 'searchIndex' | 'analysis'> & {
  readonly config: FeedbackConfig;
  readonly graph: Pick<Graph, 'get' | 'edgesAround'>;
  readonly clock: { now(): number };
  readonly scope: Scope;
};

/** Reads the questions of a scope that share words with this one, with what answered them, when it is called; absent: nothing is learned there. */
export function pastQuestionsLike(
  context: PastQuestionsContext,
  query: string,
): (() => Promise<readonly PastQuestion[]>) | undefined {
  if (!context.config.LEARN_FROM_FEEDBACK) return undefined;
  return () => read(context, query);
}

async function read(
  { searchIndex, graph, analysis, clock, scope }: PastQuestionsContext,
  query: string,
): Promise<readonly PastQuestion[]> {
  const termsOf = (text: string) => tellingTerms(analyseQuestion(text, analysis.language));
  const own = termsOf(query);
  if (own.length < leastSharedTerms || own.length > mostTerms) return [];
  const terms = own.map((term) => ({ term, weight: 1 }));
  const hits = await searchIndex.search(scope, { kinds: ['Question'], terms, limit: mostFound });
  const ids = hits
    .filter((hit) => sharedTerms(hit) >= leastSharedTerms)
    .sort((a, b) => likeness(b) - likeness(a) || (a.id < b.id ? -1 : 1))
    .slice(0, mostFollowed)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const around = { kinds: [answeredByKind], direction: 'out', limit: mostAnswers } as const;
  const [nodes, edges] = await Promise.all([graph.get(scope, ids), graph.edgesAround(scope, ids, around)]);
  const now = clock.now();
  return nodes
    .filter(({ status }) => status === 'ACTIVE')
    .map((node) => ({ terms: termsOf(readQuestion(node)), answeredBy: answersOf(node.id, edges, now) }));
}

function answersOf(question: string, edges: readonly GraphEdge[], now: number): PastQuestion['answeredBy'] {
  return edges.filter(({ from }) => from === question).map((edge) => ({ id: edge.to, weight: answerWeight(edge, now) }));
}

function sharedTerms({ counts }: IndexHit): number {
  return Object.keys(counts).length;
}

/** Of two that share as many words, the shorter one is more alike. */
function likeness(hit: IndexHit): number {
  return sharedTerms(hit) ** 2 / Math.max(1, hit.length);
}
