import type { ChatModel, ChatOptions, ChatRequest } from './chat-model.ts';
import type { Prompts } from './prompts.ts';
import type { TemplateName, TemplateVariables } from './template.ts';

/** Fills a template and has the model answer it. Rejects as `ChatModel.generate` does. */
export function askModel<Name extends TemplateName>(
  chatModel: ChatModel,
  prompts: Prompts,
  template: Name,
  variables: TemplateVariables[Name],
  options: ChatOptions & Pick<ChatRequest, 'stop' | 'maxTokens' | 'temperature' | 'schema'>,
): Promise<string> {
  const { signal, onUsage, ...limits } = options;
  return chatModel.generate(
    { template, variables, messages: prompts.render(template, variables), ...limits },
    { signal, onUsage },
  );
}
