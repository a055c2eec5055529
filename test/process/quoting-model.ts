import { type PromptedModel, startPromptedModel } from './prompted-model.ts';

/** A model that knows nothing but its prompts. */
export interface QuotingModel extends PromptedModel {
  /** Prompts of steps, as they came. */
  readonly prompts: readonly string[];
}

const noneSeen = 'I saw no FATAL line.';

/** Quotes the FATAL line that its prompt shows. Where nothing was observed yet it calls the tool `act`, if the prompt offers it. */
export async function startQuotingModel(act: string): Promise<QuotingModel> {
  const prompts: string[] = [];
  const model = await startPromptedModel((prompt) => {
    // Other prompts ask what there is to learn: nothing.
    if (!prompt.includes('Final Answer')) return '[]';
    prompts.push(prompt);
    const isObserved = prompt.includes('kind="observation"');
    if (!isObserved && prompt.includes(act)) return `Thought: I look\nAction: ${act}\nArgs: {}`;
    return `Thought: I know it\nFinal Answer: ${/^FATAL [^<\n]*/m.exec(prompt)?.[0] ?? noneSeen}`;
  });
  return { ...model, prompts };
}
