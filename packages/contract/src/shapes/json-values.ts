import { isJsonObject } from '../json-object.ts';
import { operationsOf } from '../operations/operation-facts.ts';
import type { ServiceName } from '../operations/operation-types.ts';
import { metadataTexts } from '../validation/metadata-json.ts';
import { type Field, type Shape, shapeOf } from './shape.ts';

/** Members of a condition whose texts a caller may write as JSON numbers and booleans. */
const conditionMembers = ['equals', 'in', 'less_than', 'greater_than'];

/**
 * A request as its caller wrote it in JSON, with the texts that the contract has where JSON has more: any value in `metadata`, numbers and
 * booleans in the conditions of a filter. What is malformed otherwise stays for validation. Throws `invalid-argument` for metadata that
 * nests too deep.
 */
export function withJsonValues(service: ServiceName, operation: string, request: object): object {
  const facts = operationsOf(service)[operation];
  return facts ? converted(shapeOf(facts.request), request, '') : request;
}

function converted(shape: Shape, json: object, path: string): object {
  const inner = Object.fromEntries(
    Object.entries(json).map(([name, value]: [string, unknown]) => {
      const field = shape.byName.get(name);
      return [name, field?.message ? convertedField(field, field.message, value, path + name) : value];
    }),
  );
  if (shape.name === 'MetadataCondition') return convertedCondition(inner);
  return shape.byName.has('metadata_json') ? convertedMetadata(inner, path) : inner;
}

function convertedField({ cardinality }: Field, message: string, value: unknown, path: string): unknown {
  const shape = shapeOf(message);
  if (cardinality === 'one') return isJsonObject(value) ? converted(shape, value, `${path}.`) : value;
  if (cardinality !== 'list' || !Array.isArray(value)) return value;
  return value.map((each: unknown, index) => (isJsonObject(each) ? converted(shape, each, `${path}[${index}].`) : each));
}

function convertedMetadata(json: Readonly<Record<string, unknown>>, path: string): object {
  const { metadata, metadata_json } = json;
  if (!isJsonObject(metadata) || Object.values(metadata).every((value) => typeof value === 'string')) return json;
  const texts = metadataTexts(metadata, `${path}metadata`);
  return { ...json, metadata: texts, metadata_json: metadata_json ?? JSON.stringify(metadata) };
}

function convertedCondition(json: Readonly<Record<string, unknown>>): object {
  const known = conditionMembers.filter((name) => Object.hasOwn(json, name));
  return { ...json, ...Object.fromEntries(known.map((name) => [name, textOf(json[name])])) };
}

function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => (Array.isArray(each) ? each : textOf(each)));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
