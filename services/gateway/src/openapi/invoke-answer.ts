import { answerMembers, waitingMembers } from '../invoke-answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { responseSchemaOf } from './response-schema.ts';

/** The answer of Invoke, Resume and Fork in JSON: members of the last frame. */
export function answerSchema(): JsonSchema {
  // A frame's schema has the members that its message has.
  const members = responseSchemaOf('AgentResponse', (message) => message).properties as Readonly<Record<string, JsonSchema>>;
  return {
    type: 'object',
    description: 'The members of the last frame. Of a run that waits, answer is null, and waiting says what Resume decides on.',
    properties: Object.fromEntries([...answerMembers, ...waitingMembers].map((name) => [name, members[name]])),
    required: [...answerMembers],
  };
}
