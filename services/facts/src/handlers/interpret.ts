import { believedBefore } from '@agent-mem/recall/believed';
import { asksOfPast } from '@agent-mem/recall/ranking';
import { inTurns } from '@agent-mem/runtime';
import type { Handler, HandlerContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import { answeredFact, readFact } from '../domain/fact/fact-node.ts';
import { said } from '../domain/message/answering.ts';
import { interpreting } from '../domain/message/interpretation.ts';
import { learnableStatements } from '../lesson/learnable-statements.ts';
import { interpretedAsOf } from '../past/interpret-as-of.ts';
import { withReplaced } from '../replacements.ts';

/** What a message is to the facts, by rules. It changes nothing: the caller forgets, corrects or answers. */
export const interpret: Handler<'facts', 'interpret', Config> = async (request, context) => {
  const { message, conversation_id: conversationId } = request;
  const now = context.clock.now();
  const nodes = await believedFacts(context, message, conversationId || null);
  const facts = nodes.map(readFact);
  const then = await interpretedAsOf(request, facts, context);
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
  const parts = (read.parts ?? []).map(({ factId, forgotten, remaining }) => ({ fact_id: factId, forgotten, remaining }));
  return { act, facts: meant.map((node) => answeredFact(node)), content, answer, parts };
};

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
