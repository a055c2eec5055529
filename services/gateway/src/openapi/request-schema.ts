import { type Field, limits, type Shape, shapeOf } from '@agent-mem/contract';
import { controlFree, formatSchema, notBlank } from './formats.ts';
import { carriesAnyJson, type JsonSchema } from './json-schema.ts';

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** What a message of a request may be: its members as JSON takes them, and no others. A member that is not required may be null, which is absence. */
function requestSchema(shape: Shape, nameOf: (message: string) => string): JsonSchema {
  const properties = shape.fields.map((field) => [field.name, memberSchema(shape, field, nameOf)] as const);
  const required = shape.fields.filter(({ rules }) => rules.required).map(({ name }) => name);
  return {
    type: 'object',
    ...(shape.comment ? { description: shape.comment } : {}),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(shape.name === 'MetadataCondition' ? oneTest : {}),
  };
}

/** Of a condition's tests exactly one is given. */
const oneTest: JsonSchema = {
  oneOf: ['equals', 'in', 'exists', 'less_than', 'greater_than'].map((name) => ({
    required: [name],
    properties: { [name]: name === 'in' ? { type: 'array', minItems: 1 } : { not: { type: 'null' } } },
  })),
};

function memberSchema(shape: Shape, field: Field, nameOf: (message: string) => string): JsonSchema {
  const schema = valueSchema(shape, field, nameOf);
  const { defaultValue, format, required } = field.rules;
  const given = format === 'scope' ? 'default' : defaultValue;
  // In words: generators of clients take a member that has the keyword for one that must be there.
  const description = [field.comment, given === undefined ? null : `Default: ${given}.`]
    .filter((text) => text !== null)
    .join(' ');
  return { ...(required ? schema : orNull(schema)), ...(description === '' ? {} : { description }) };
}

function valueSchema(shape: Shape, field: Field, nameOf: (message: string) => string): JsonSchema {
  const single = singleSchema(shape, field, nameOf);
  const { required, maxItems = limits.listItems } = field.rules;
  if (field.cardinality === 'list') return { type: 'array', items: single, maxItems, ...(required ? { minItems: 1 } : {}) };
  if (field.cardinality === 'one') return single;
  const anyJson = carriesAnyJson(shape, field);
  return {
    type: 'object',
    propertyNames: { maxLength: limits.nameCharacters, pattern: controlFree },
    maxProperties: maxItems,
    additionalProperties: anyJson ? true : orNull(mapValue(field)),
  };
}

function mapValue(field: Field): JsonSchema {
  return field.type === 'string' ? { type: 'string', maxLength: limits.mapValueBytes } : { type: 'number' };
}

function singleSchema(shape: Shape, field: Field, nameOf: (message: string) => string): JsonSchema {
  const { min, max } = field.rules;
  switch (field.type) {
    case 'message':
      return { $ref: `#/components/schemas/${nameOf(field.message ?? '')}` };
    case 'bool':
      return { type: 'boolean' };
    case 'string':
      return textSchema(shape, field);
    case 'int32':
      return { type: 'integer', minimum: min ?? int32.minimum, maximum: max ?? int32.maximum };
    default:
      return { type: 'number', ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
  }
}

function textSchema(shape: Shape, field: Field): JsonSchema {
  const { oneOf, format, required, free, maxBytes = limits.textBytes } = field.rules;
  // Typed clients send "" for a text that they leave out.
  const isBlankAbsent = !required && field.cardinality === 'one';
  if (oneOf) return { type: 'string', enum: isBlankAbsent ? [...oneOf, ''] : [...oneOf] };
  if (format) return formatSchema(format, { required: required === true, isBlankAbsent, isFree: free === true });
  const isCondition = shape.name === 'MetadataCondition';
  return {
    type: isCondition ? ['string', 'number', 'boolean'] : 'string',
    maxLength: maxBytes,
    ...(required ? { minLength: 1, pattern: notBlank } : {}),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  if ('anyOf' in schema) return { ...schema, anyOf: [...(schema.anyOf as JsonSchema[]), { type: 'null' }] };
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  };
}

/** The schema of a request's message by its name. */
export function requestSchemaOf(message: string, nameOf: (message: string) => string): JsonSchema {
  return requestSchema(shapeOf(message), nameOf);
}
