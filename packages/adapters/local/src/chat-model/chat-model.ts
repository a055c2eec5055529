import { OperationError } from '@agent-mem/contract';
import type { ChatModel, ChatRequest, TemplateName, TemplateVariables } from '@agent-mem/llm';
import { conversationFacts } from './conversation-facts.ts';
import { extractFacts } from './extract-facts.ts';
import { leaveFacts } from './leave-facts.ts';
import { react } from './react.ts';
import { recordConversation } from './record-conversation.ts';
import { recordEpisode } from './record-episode.ts';
import { summariseInvocation } from './summarise-invocation.ts';
import { summariseSteps } from './summarise-steps.ts';

type Rules = { readonly [Name in TemplateName]: (variables: TemplateVariables[Name]) => string };

const rules: Rules = {
  react,
  'extract-facts': (variables) => JSON.stringify(extractFacts(variables)),
  'reconcile-facts': (variables) => JSON.stringify(leaveFacts(variables)),
  'record-episode': (variables) => JSON.stringify(recordEpisode(variables)),
  'record-conversation': (variables) => JSON.stringify(recordConversation(variables)),
  'conversation-facts': (variables) => JSON.stringify(conversationFacts(variables)),
  'summarise-steps': summariseSteps,
  'summarise-invocation': summariseInvocation,
};

/** A model without language: it goes by a request's template and variables, answers by quoting them, and says so. */
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
