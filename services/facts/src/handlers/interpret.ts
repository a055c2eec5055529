import type { Handler } from '@agent-mem/service-kit';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import { answeredFact, readFact } from '../domain/fact/fact-node.ts';
import { interpret as interpretMessage } from '../domain/message/interpretation.ts';

/** What a message is to the facts, by rules. It changes nothing: the caller forgets, corrects or answers. */
export const interpret: Handler<'facts', 'interpret', Config> = async (request, context) => {
  const nodes = await believedFacts(context, request.message, request.conversation_id || null);
  const { act, factIds, content, answer } = interpretMessage(request.message, request.previous, nodes.map(readFact));
  const facts = factIds.flatMap((id) => nodes.filter((node) => node.id === id)).map((node) => answeredFact(node, {}));
  return { act, facts, content, answer };
};
