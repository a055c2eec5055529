import { inTurns } from '@agent-mem/runtime';
import type { Handler, HandlerContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import { answeredFact, readFact } from '../domain/fact/fact-node.ts';
import { said } from '../domain/message/answering.ts';
import { interpreting } from '../domain/message/interpretation.ts';
import { asksOfPast } from '../domain/question/question.ts';
import { learnableStatements } from '../lesson/learnable-statements.ts';
import { withReplaced } from '../replaced-facts.ts';

/** What a message is to the facts, by rules. It changes nothing: the caller forgets, corrects or answers. */
export const interpret: Handler<'facts', 'interpret', Config> = async (request, context) => {
  const { message, conversation_id: conversationId } = request;
  const nodes = await believedFacts(context, message, conversationId || null);
  const facts = nodes.map(readFact);
  const read = await inTurns(interpreting(message, request.previous, facts));
  const { act, content } = read;
  if (act === 'statement') {
    const { learned, unasked, withheld } = await learnableStatements(read.statements, message, conversationId || null, context);
    return { act, content, answer: said(learned), not_learned: said(unasked), withheld };
  }
  const meant = read.factIds.flatMap((id) => nodes.filter((node) => node.id === id));
  const before = act === 'question' && asksOfPast(message) ? await believedBefore(meant, context) : [];
  const answer = [read.answer, ...before].join(' ');
  return { act, facts: meant.map((node) => answeredFact(node)), content, answer };
};

/** What the fact that answers took the place of, the newest first, as it is said to the user. What said the same in other words, or was deleted, is none of it. */
async function believedBefore(
  [answering]: readonly GraphNode[],
  { graph, scope }: HandlerContext<Config>,
): Promise<readonly string[]> {
  if (!answering) return [];
  const ids = (await withReplaced(graph, scope, answering.id)).filter((id) => id !== answering.id);
  const { visibility } = readFact(answering);
  const replaced = (await graph.get(scope, ids)).map(readFact).filter((fact) => fact.visibility === visibility);
  return replaced.toReversed().flatMap(({ status, valid_to, timestamp, content }) => {
    if (status !== 'SUPERSEDED' || !valid_to || Date.parse(valid_to) <= Date.parse(timestamp)) return [];
    return [`I believed until ${valid_to.slice(0, 'YYYY-MM-DD'.length)}: ${said([content])}`];
  });
}
