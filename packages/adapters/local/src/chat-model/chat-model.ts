import { OperationError } from '@agent-mem/contract';
import type { ChatModel, ChatRequest, TemplateName, TemplateVariables } from '@agent-mem/llm';
import { recordConversation } from './record-conversation.ts';
import { recordEpisode } from './record-episode.ts';
import { summariseInvocation } from './summarise-invocation.ts';
import { summariseSteps } from './summarise-steps.ts';

type Rules = { readonly [Name in TemplateName]: (variables: TemplateVariables[Name]) => string };

/** What needs language is answered by saying that there is none: the services answer it by rules of their own, and ask no model. */
const rules: Rules = {
  react: () => 'Final Answer: There is no language model. Set LLM_URL and LLM_MODEL to have one.',
  'extract-facts': () => '[]',
  'reconcile-facts': () => '[]',
  'conversation-facts': () => '[]',
  'record-episode': (variables) => JSON.stringify(recordEpisode(variables)),
  'record-conversation': (variables) => JSON.stringify(recordConversation(variables)),
  'summarise-steps': summariseSteps,
  'summarise-invocation': summariseInvocation,
};

/** No model: it shortens and records by a request's template and variables, and says of the rest that there is no model. */
export function createLocalChatModel(): ChatModel {
  const generate: ChatModel['generate'] = async (request, { signal }) => {
    if (signal.aborted) throw new OperationError('cancelled', 'The request to the model was cancelled');
    return applyRules(request);
  };
  return {
    id: 'local:rules',
    generate,
    async *stream(request, options) {
      yield* (await generate(request, options)).split(/(?<=\s)(?=\S)/);
    },
  };
}

/** The request's variables belong to its template: `askModel` sees to it. */
function applyRules(request: ChatRequest): string {
  const rule = rules[request.template] as (variables: object) => string;
  return rule(request.variables);
}
