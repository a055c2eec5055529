import { type Field, shapeOf } from '@agent-mem/contract';
import type { JsonSchema } from './json-schema.ts';
import { requestSchemaOf } from './request-schema.ts';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated command with the same key has one effect and the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
};

const others = [
  {
    name: 'X-Timeout-Ms',
    in: 'header',
    description: 'Milliseconds until the answer is of no use.',
    schema: { type: 'integer', minimum: 1, maximum: 600_000 },
  },
  {
    name: 'X-User',
    in: 'header',
    description: 'The user whom the caller acts for, where its credential may act for others. In UTF-8.',
    schema: { type: 'string' },
  },
  { name: 'traceparent', in: 'header', description: 'W3C trace context, passed on.', schema: { type: 'string' } },
];

/** The headers that operations take. */
export const headerComponents = Object.fromEntries([idempotencyKey, ...others].map((each) => [each.name, each]));

/** Those of an operation. */
export function headersOf({ command }: { readonly command: boolean }): readonly object[] {
  const names = [...(command ? [idempotencyKey] : []), ...others].map(({ name }) => name);
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The members of a request as parameters of a read: what names it in the path, the others in the query. */
export function readParameters(request: string, member: string): readonly object[] {
  const { properties } = requestSchemaOf(request, () => '') as { readonly properties: Readonly<Record<string, JsonSchema>> };
  return shapeOf(request).fields.map((field) => {
    const { description, ...schema } = properties[field.name] ?? {};
    const inPath = field.name === member;
    return {
      name: inPath ? 'id' : field.name,
      in: inPath ? 'path' : 'query',
      ...(inPath ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema: inPath ? named(schema, field) : withoutNull(schema),
    };
  });
}

/** A path has no empty part. */
function named(schema: JsonSchema, { rules }: Field): JsonSchema {
  return { ...withoutNull(schema), ...(rules.format?.startsWith('id:') ? {} : { minLength: 1 }) };
}

/** A query has no null. */
function withoutNull({ type, enum: values, ...schema }: JsonSchema): JsonSchema {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null');
  const left = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};
  return { type: types.length === 1 ? types[0] : types, ...schema, ...left };
}
