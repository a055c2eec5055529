import { type ChatModel, type ChatRequest, scriptedChatModel, type TemplateVariables } from '@agent-mem/llm';
import { createLocalChatModel } from '@agent-mem/local';

/** A model that looks among the facts so many times and then answers, at once; what memory asks of it afterwards is answered by rules. */
export interface ScriptedSteps {
  readonly chatModel: ChatModel;
  /** The prompt of the last step. */
  readonly lastPrompt: () => string;
}

export function scriptedSteps(looks = 1): ScriptedSteps {
  const rules = createLocalChatModel();
  const script = scriptedChatModel(({ variables }) => {
    // `react` is the only template the script is asked by.
    const { question, working_memory } = variables as TemplateVariables['react'];
    return working_memory.filter(({ type }) => type === 'observation').length < looks
      ? `Thought: I look.\nAction: RetrieveFacts\nArgs: ${JSON.stringify({ query: question })}`
      : 'Thought: I know.\nFinal Answer: That is all.';
  });
  const modelFor = ({ template }: ChatRequest) => (template === 'react' ? script : rules);
  return {
    chatModel: {
      id: 'scripted',
      generate: (request, options) => modelFor(request).generate(request, options),
      stream: (request, options) => modelFor(request).stream(request, options),
    },
    lastPrompt: () => (script.requests.at(-1)?.messages ?? []).map(({ content }) => content).join('\n'),
  };
}
