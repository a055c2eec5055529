import { answerMembers, waitingMembers } from '../invoke-answer.ts';
import type { JsonSchema } from './json-schema.ts';
import { responseSchemaOf } from './response-schema.ts';

/** The answer of Invoke and Resume in JSON: members of the last frame. */
export function answerSchema(): JsonSchema {
  return {
    description: 'The members of the last frame.',
    anyOf: [
      membersOfFrame('The answer.', answerMembers),
      membersOfFrame('What the run waits for: Resume decides on it.', waitingMembers),
    ],
  };
}

function membersOfFrame(description: string, names: readonly string[]): JsonSchema {
  // A frame's schema has the members that its message has.
  const members = responseSchemaOf('AgentResponse', (message) => message).properties as Readonly<Record<string, JsonSchema>>;
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(names.map((name) => [name, members[name]])),
    required: [...names],
  };
}
