import { type Field, type Shape, shapeOf } from '@agent-mem/contract';
import type { JsonSchema } from './json-schema.ts';

/** What a message of an answer is: every member is there, and null where it may be absent and is. A later version may add members. */
function responseSchema(shape: Shape, nameOf: (message: string) => string): JsonSchema {
  return {
    type: 'object',
    ...(shape.comment ? { description: shape.comment } : {}),
    properties: Object.fromEntries(shape.fields.map((field) => [field.name, memberSchema(field, nameOf)])),
    ...(shape.fields.length > 0 ? { required: shape.fields.map(({ name }) => name) } : {}),
  };
}

/** The schema of an answer's message by its name. */
export function responseSchemaOf(message: string, nameOf: (message: string) => string): JsonSchema {
  return responseSchema(shapeOf(message), nameOf);
}

function memberSchema(field: Field, nameOf: (message: string) => string): JsonSchema {
  const text = field.comment ? { description: field.comment } : {};
  const single = singleSchema(field, nameOf);
  if (field.cardinality === 'list') return { type: 'array', items: single, ...text };
  if (field.cardinality === 'map') return { type: 'object', additionalProperties: single, ...text };
  if (!field.optional) return { ...single, ...text };
  if (field.type === 'message') return { anyOf: [single, { type: 'null' }], ...text };
  const values = Array.isArray(single.enum) ? { enum: [...single.enum, null] } : {};
  return { ...single, type: [single.type, 'null'], ...values, ...text };
}

function singleSchema({ type, message, rules, cardinality }: Field, nameOf: (message: string) => string): JsonSchema {
  if (type === 'message') return { $ref: `#/components/schemas/${nameOf(message ?? '')}` };
  if (type === 'bool') return { type: 'boolean' };
  if (type === 'int32') return { type: 'integer' };
  if (type !== 'string') return { type: 'number' };
  // A message that is not there is answered with empty texts, also where only some are said.
  return rules.oneOf
    ? { type: 'string', enum: cardinality === 'one' ? [...rules.oneOf, ''] : [...rules.oneOf] }
    : { type: 'string' };
}
