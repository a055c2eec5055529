import { spacedJson } from '../steps/python-text.ts';
import { textMember } from './tool-config.ts';
import { needed, type ToolType } from './tool-type.ts';

/** Asks tables in plain words. */
export const structuredQuery: ToolType = {
  arguments: [
    {
      name: 'question',
      type: 'string',
      description: 'Natural language question about structured data (tables, databases, etc.)',
    },
  ],
  prepare(config) {
    const collection = textMember(config, 'collection', 'default');
    return ({ clients }) =>
      async ({ question }, { signal }) => {
        const tables = needed(clients.structuredQuery, 'structured-query');
        const { data, errors } = await tables.ask(String(question), collection, { signal });
        if (!isEmpty(data)) return spacedJson(data);
        // Nothing, and why: the model may ask otherwise.
        if (errors.length > 0) throw new Error(errors.join('; '));
        return 'No data returned';
      };
  },
};

function isEmpty(data: unknown): boolean {
  return data === null || data === '' || (Array.isArray(data) && data.length === 0);
}
