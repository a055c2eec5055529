import { inTurns } from '@agent-mem/runtime';
import type { Handler } from '@agent-mem/service-kit';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import { answeredFact, readFact } from '../domain/fact/fact-node.ts';
import { interpreting } from '../domain/message/interpretation.ts';

/** What a message is to the facts, by rules. It changes nothing: the caller forgets, corrects or answers. */
export const interpret: Handler<'facts', 'interpret', Config> = async (request, context) => {
  const nodes = await believedFacts(context, request.message, request.conversation_id || null);
  const facts = nodes.map(readFact);
  const { act, factIds, content, answer } = await inTurns(interpreting(request.message, request.previous, facts));
  const meant = factIds.flatMap((id) => nodes.filter((node) => node.id === id)).map((node) => answeredFact(node, {}));
  return { act, facts: meant, content, answer };
};
