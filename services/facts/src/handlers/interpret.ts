import type { Fact, InterpretMessageRequest } from '@agent-mem/contract';
import { believedBefore } from '@agent-mem/recall/believed';
import { asksOfPast } from '@agent-mem/recall/ranking';
import { inTurns } from '@agent-mem/runtime';
import type { Handler, HandlerContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import { answeredFact, isVisible, readFact } from '../domain/fact/fact-node.ts';
import { said } from '../domain/message/answering.ts';
import { interpreting } from '../domain/message/interpretation.ts';
import { pastTimeIn } from '../domain/question/past-time.ts';
import { learnableStatements } from '../lesson/learnable-statements.ts';
import { withReplaced } from '../replaced-facts.ts';
import { factsAt } from '../states-at.ts';

/** The newest facts of a past time that rules look at. */
const mostOfThen = 200;

/** What a message is to the facts, by rules. It changes nothing: the caller forgets, corrects or answers. */
export const interpret: Handler<'facts', 'interpret', Config> = async (request, context) => {
  const { message, conversation_id: conversationId } = request;
  const now = context.clock.now();
  const nodes = await believedFacts(context, message, conversationId || null);
  const facts = nodes.map(readFact);
  const then = await ofPastTime(request, facts, context);
  if (then) return then;
  const read = await inTurns(interpreting(message, request.previous, facts, now));
  const { act, content } = read;
  if (act === 'statement') {
    const { learned, unasked, withheld } = await learnableStatements(read.statements, message, conversationId || null, context);
    return { act, content, answer: said(learned), not_learned: said(unasked), withheld };
  }
  const meant = read.factIds.flatMap((id) => nodes.filter((node) => node.id === id));
  const before = act === 'question' && asksOfPast(message) ? await believedBeforeIt(meant, context) : [];
  const answer = [read.answer, ...before].join(' ');
  return { act, facts: meant.map((node) => answeredFact(node)), content, answer };
};

/** What was believed at the past time that a question asks of; `null`: it asks of none, nothing that was believed then answers, or a fact says itself what was then. */
async function ofPastTime(
  { message, previous, conversation_id: conversationId }: InterpretMessageRequest,
  believed: readonly Fact[],
  { graph, scope, clock }: HandlerContext<Config>,
): Promise<Awaited<ReturnType<typeof interpret>> | null> {
  const now = clock.now();
  const asked = pastTimeIn(message, now);
  if (asked === null) return null;
  const ofThen = believed.filter(({ content }) => asked.words.test(content));
  const answers = async (facts: readonly Fact[]) => {
    const read = await inTurns(interpreting(asked.question, previous, facts, now));
    return read.act === 'question' && read.factIds.length > 0 ? read : null;
  };
  if (await answers(ofThen)) return null;
  const query = { at: asked.end, statuses: ['ACTIVE'], conversationId: null, limit: mostOfThen } as const;
  const page = await factsAt(graph, scope, { ...query, cursor: null, filter: null });
  // What has been deleted since is not said again.
  const standing = (
    await graph.get(
      scope,
      page.items.map(({ id }) => id),
    )
  ).filter(({ status }) => status === 'ACTIVE' || status === 'SUPERSEDED');
  const ids = new Set(standing.map(({ id }) => id));
  const items = page.items.filter((node) => ids.has(node.id) && isVisible(node, conversationId || null));
  const read = await answers(items.map(readFact));
  if (read === null) return null;
  const day = new Date(asked.end).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const facts = read.factIds.flatMap((id) => items.filter((node) => node.id === id).map((node) => answeredFact(node)));
  return { act: 'question', facts, content: '', answer: `${read.answer} That is what I believed on ${day}.` };
}

/** What the fact that answers took the place of, the newest first, as it is said to the user. */
async function believedBeforeIt(
  [answering]: readonly GraphNode[],
  { graph, scope }: HandlerContext<Config>,
): Promise<readonly string[]> {
  if (!answering) return [];
  const ids = (await withReplaced(graph, scope, answering.id)).filter((id) => id !== answering.id);
  const replaced = (await graph.get(scope, ids)).map(readFact);
  return believedBefore(readFact(answering), replaced).map(
    ({ fact, until }) => `I believed until ${until}: ${said([fact.content])}`,
  );
}
