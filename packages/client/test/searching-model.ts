import type { ModelAnswer, ModelRequest, ToolDefinition } from '../src/index.ts';

/** Three functions of a program, which the tool below finds by words of their names and files. */
const functions = [
  'validatePassword in src/auth/password.ts',
  'createSession in src/auth/session.ts',
  'formatDate in src/dates.ts',
];

/** A tool that searches code. */
export const searchFunctions: ToolDefinition = {
  name: 'search_functions',
  description: 'Finds functions by words',
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  run: ({ query }) => {
    if (typeof query !== 'string' || query === '') throw new Error('query: must be a text');
    return functions.filter((each) =>
      query
        .toLowerCase()
        .split(/\W+/)
        .some((word) => word.length > 3 && each.toLowerCase().includes(word)),
    );
  },
};

/** A model that searches for what the user says, and answers what was found. */
export async function searchingModel({ messages, tools }: ModelRequest): Promise<ModelAnswer> {
  const last = messages.at(-1);
  if (last?.role === 'user' && tools.length > 0) {
    const call = { name: 'search_functions', arguments: { query: last.content.replace('authentication', 'auth') } };
    return { content: '', reasoning: 'I look into the code.', tool_calls: [call] };
  }
  return { content: `Found: ${last?.content}`, reasoning: 'That is all.' };
}
