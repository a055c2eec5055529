import { learningSentences, readScopeRules } from '@agent-mem/policy';
import type { EventContext } from '../context.ts';

/** What a model is shown of what is to be learned, as the variables of a template; none where nothing was set. */
export async function learningRules(
  conversationId: string | null,
  context: Pick<EventContext<unknown>, 'defaultSettings' | 'scope'> & {
    readonly graph: Pick<EventContext<unknown>['graph'], 'get'>;
  },
): Promise<{ readonly learning_rules?: readonly string[] }> {
  const { learning } = await readScopeRules(context, context.scope, conversationId);
  const sentences = learningSentences(learning);
  return sentences.length > 0 ? { learning_rules: sentences } : {};
}
