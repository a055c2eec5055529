import { dayOf, type Fact, type Init, type InterpretMessageRequest, type ResponseOf } from '@agent-mem/contract';
import { inTurns } from '@agent-mem/runtime';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { answeredFact, isVisible, readFact } from '../domain/fact/fact-node.ts';
import { interpreting } from '../domain/message/interpretation.ts';
import { pastTimeIn } from '../domain/question/past-time.ts';
import { factsAt } from './states-at.ts';

/** The newest facts of a past time that rules look at. */
const mostOfThen = 200;

/** What was believed at the past time that a question asks of. `null`: it asks of none, nothing that was believed then answers it, or a fact says itself what was then. */
export async function interpretedAsOf(
  { message, previous, conversation_id: conversationId }: InterpretMessageRequest,
  believed: readonly Fact[],
  context: HandlerContext<Config>,
): Promise<Init<ResponseOf<'facts', 'interpret'>> | null> {
  const now = context.clock.now();
  const asked = pastTimeIn(message, now);
  if (asked === null) return null;
  const answer = async (facts: readonly Fact[]) => {
    const read = await inTurns(interpreting(asked.question, previous, facts, now));
    return read.act === 'question' && read.factIds.length > 0 ? read : null;
  };
  if (await answer(believed.filter(({ content }) => asked.words.test(content)))) return null;
  const nodes = await standingFacts(asked.end, conversationId || null, context);
  const read = await answer(nodes.map(readFact));
  if (read === null) return null;
  const meant = read.factIds.flatMap((id) => nodes.filter((node) => node.id === id));
  const day = dayOf(asked.end);
  return {
    act: 'question',
    facts: meant.map((node) => answeredFact(node)),
    content: '',
    answer: `${read.answer} That is what I believed on ${day}.`,
  };
}

/** Facts that were believed at a time (milliseconds since 1970), as they were; without those that have been deleted since. */
async function standingFacts(
  at: number,
  conversationId: string | null,
  { graph, scope }: HandlerContext<Config>,
): Promise<readonly GraphNode[]> {
  const page = await factsAt(graph, scope, {
    at,
    statuses: ['ACTIVE'],
    conversationId: null,
    limit: mostOfThen,
    cursor: null,
    filter: null,
  });
  const ids = page.items.map(({ id }) => id);
  const today = await graph.get(scope, ids);
  const standing = new Set(today.filter(({ status }) => status === 'ACTIVE' || status === 'SUPERSEDED').map(({ id }) => id));
  return page.items.filter((node) => standing.has(node.id) && isVisible(node, conversationId));
}
