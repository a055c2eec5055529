import { OperationError } from '@agent-mem/contract';
import { type ScriptedChatModel, scriptedChatModel, type TemplateVariables } from '@agent-mem/llm';

/** A model that looks among the facts so many times and then answers, at once; what memory asks of it afterwards it refuses, so that rules answer. */
export interface ScriptedSteps {
  readonly chatModel: ScriptedChatModel;
  /** The prompt of the last step. */
  readonly lastPrompt: () => string;
}

export function scriptedSteps(looks = 1): ScriptedSteps {
  const chatModel = scriptedChatModel(({ template, variables }) => {
    if (template !== 'react') return new OperationError('failed-precondition', 'The script has steps alone');
    const { question, working_memory } = variables as TemplateVariables['react'];
    return working_memory.filter(({ type }) => type === 'observation').length < looks
      ? `Thought: I look.\nAction: RetrieveFacts\nArgs: ${JSON.stringify({ query: question })}`
      : 'Thought: I know.\nFinal Answer: That is all.';
  });
  return {
    chatModel,
    lastPrompt: () => {
      const last = chatModel.requests.findLast(({ template }) => template === 'react');
      return (last?.messages ?? []).map(({ content }) => content).join('\n');
    },
  };
}
