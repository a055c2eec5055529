import { textMember } from './tool-config.ts';
import { needed, type ToolType } from './tool-type.ts';

/** Asks GraphRAG about the tool's own collection; the question's collection has no part in it. */
export const knowledgeQuery: ToolType = {
  arguments: [{ name: 'question', type: 'string', description: 'The question to ask the knowledge base' }],
  prepare(config) {
    const collection = textMember(config, 'collection', 'default');
    return ({ clients, parentUri, onExplain }) =>
      async ({ question }, { signal }) => {
        const graphRag = needed(clients.graphRag, 'graph-rag');
        const { text } = await graphRag.ask({ question: String(question), collection, parentUri }, { signal, onExplain });
        return text;
      };
  },
};
