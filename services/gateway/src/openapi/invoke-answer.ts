import { answerMembers } from '../invoke-answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { responseSchemaOf } from './response-schema.ts';

/** The answer of Invoke in JSON: members of its last frame. */
export function answerSchema(): JsonSchema {
  // A frame's schema has the members that its message has.
  const members = responseSchemaOf('AgentResponse', (message) => message).properties as Readonly<Record<string, JsonSchema>>;
  return {
    type: 'object',
    description: 'The members of the last frame.',
    properties: Object.fromEntries(answerMembers.map((name) => [name, members[name]])),
    required: [...answerMembers],
  };
}
