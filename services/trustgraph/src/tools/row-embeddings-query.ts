import { textMember } from './tool-config.ts';
import { needed, type ToolType } from './tool-type.ts';

const defaultLimit = 10;

/** Finds values of a table's index that are like a text. */
export const rowEmbeddingsQuery: ToolType = {
  arguments: [
    {
      name: 'query',
      type: 'string',
      description: 'Text to search for semantically similar values in the structured data index',
    },
  ],
  prepare(config) {
    const { limit } = config.members;
    const indexName = textMember(config, 'index-name');
    const index = {
      collection: textMember(config, 'collection', 'default'),
      schemaName: textMember(config, 'schema-name'),
      limit: Number.isSafeInteger(Number(limit)) && Number(limit) > 0 ? Number(limit) : defaultLimit,
      ...(indexName === '' ? {} : { indexName }),
    };
    return ({ clients }) =>
      async ({ query }, { signal }) => {
        const matches = await needed(clients.rowEmbeddings, 'row-embeddings-query').find(String(query), index, { signal });
        if (matches.length === 0) return 'No matching records found';
        const lines = matches.map(
          ({ indexName, indexValue, score }) => `- ${indexName}: ${indexValue.join(', ')} (score: ${score.toFixed(3)})`,
        );
        return ['Matching records:', ...lines].join('\n');
      };
  },
};
