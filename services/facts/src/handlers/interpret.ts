import { inTurns } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import { answeredFact, readFact } from '../domain/fact/fact-node.ts';
import { said } from '../domain/message/answering.ts';
import { interpreting } from '../domain/message/interpretation.ts';
import { learnableStatements } from '../lesson/learnable-statements.ts';

/** What a message is to the facts, by rules. It changes nothing: the caller forgets, corrects or answers. */
export const interpret: Handler<'facts', 'interpret', Config> = async (request, context) => {
  const { message, conversation_id: conversationId } = request;
  const nodes = await believedFacts(context, message, conversationId || null);
  const facts = nodes.map(readFact);
  const { act, factIds, content, statements, answer } = await inTurns(interpreting(message, request.previous, facts));
  const meant = factIds.flatMap((id) => nodes.filter((node) => node.id === id)).map((node) => answeredFact(node, {}));
  if (act !== 'statement') return { act, facts: meant, content, answer };
  const { learned, unasked, withheld } = await learnableStatements(statements, message, conversationId || null, context);
  return { act, facts: meant, content, answer: said(learned), not_learned: said(unasked), withheld };
};
