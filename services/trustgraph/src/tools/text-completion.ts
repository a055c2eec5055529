import { stockTemplates } from '../model/templates.ts';
import { needed, type ToolType } from './tool-type.ts';

/** Asks the model, by the template that is just the question. */
export const textCompletion: ToolType = {
  arguments: [{ name: 'question', type: 'string', description: 'The text prompt or question for completion' }],
  prepare:
    () =>
    ({ clients }) =>
    async ({ question }, { signal }) => {
      const prompt = needed(clients.prompt, 'prompt');
      return (await prompt.ask(stockTemplates.completion, { question }, { signal })).text ?? '';
    },
};
