import type { ChatMessage, ChatModel, ChatOptions, ChatRequest } from './chat-model.ts';
import type { Prompts } from './prompts.ts';
import type { TemplateName, TemplateVariables } from './template.ts';

/** Fills a template and has the model answer it, behind more `turns` if there are any. Rejects as `ChatModel.generate` does. */
export function askModel<Name extends TemplateName>(
  chatModel: ChatModel,
  prompts: Prompts,
  template: Name,
  variables: TemplateVariables[Name],
  options: AskOptions,
): Promise<string> {
  const { signal, onUsage, turns = [], ...limits } = options;
  const messages = [...prompts.render(template, variables), ...turns];
  return chatModel.generate({ template, variables, messages, ...limits }, { signal, onUsage });
}

/** How a model is asked. */
export interface AskOptions extends ChatOptions, Pick<ChatRequest, 'stop' | 'maxTokens' | 'temperature' | 'schema'> {
  /** What was said behind the filled template. */
  readonly turns?: readonly ChatMessage[];
}
