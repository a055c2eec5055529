import { spacedJson } from '../steps/python-text.ts';
import { textMember } from './tool-config.ts';
import { needed, type ToolType } from './tool-type.ts';

/** Has the model answer a template; its terms are the arguments. What a template of JSON gives is shown as JSON. */
export const prompt: ToolType = {
  arguments: null,
  prepare(config) {
    const template = textMember(config, 'template');
    return ({ clients }) =>
      async (args, { signal }) => {
        const { text, object } = await needed(clients.prompt, 'prompt').ask(template, args, { signal });
        return text ?? spacedJson(object);
      };
  },
};
