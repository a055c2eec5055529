import { answers, list, takes, text } from '../../schemas/json-schema.ts';
import type { ToolAnswer } from '../tool.ts';

const string = { type: 'string' };

const entity = {
  name: text('The name of the entity'),
  entityType: text('The type of the entity'),
  observations: list(string, 'An array of observation contents associated with the entity'),
};
const relation = {
  from: text('The name of the entity where the relation starts'),
  to: text('The name of the entity where the relation ends'),
  relationType: text('The type of the relation'),
};

/** What the tools take. */
export const entityInput = takes(entity, Object.keys(entity));
export const relationInput = takes(relation, Object.keys(relation));

/** What they answer. */
export const entityOutput = answers(entity);
export const relationOutput = answers(relation);
export const graphOutput = answers({ entities: list(entityOutput), relations: list(relationOutput) });
export const doneOutput = answers({ success: { type: 'boolean' }, message: string });

/** Data under a name, and the same, or what is named, as indented JSON: so @modelcontextprotocol/server-memory answers. */
export function indented(data: ToolAnswer['data'], said: unknown = data): ToolAnswer {
  return { text: JSON.stringify(said, null, 2), data };
}

/** What was taken out, in a sentence. */
export function done(message: string): ToolAnswer {
  return { text: message, data: { success: true, message } };
}
