import { OperationError, tooLong } from '../error.ts';
import type { Event, MetadataCondition } from '../generated/messages.ts';
import { isJsonObject } from '../json-object.ts';
import { limits } from '../limits.ts';
import { builtOperations, operationFacts, operationsOf } from '../operations/operation-facts.ts';
import type { OperationName, RequestOf, ServiceName } from '../operations/operation-types.ts';
import { zeroOf } from '../shapes/absent.ts';
import { type Field, type Shape, shapeOf } from '../shapes/shape.ts';
import { isBlank } from './is-blank.ts';
import { carriedMetadata } from './metadata-json.ts';
import { applyFormat, type WrongFormat } from './text-format.ts';

/** One request of the service, or of any of several, checked and with its defaults. */
export type Operation<Service extends ServiceName = ServiceName> = Service extends ServiceName
  ? {
      [Name in OperationName<Service>]: { readonly operation: Name; readonly request: RequestOf<Service, Name> };
    }[OperationName<Service>]
  : never;

/**
 * Reads a message of a service's topic: an object with one member set, that of the operation.
 * Throws `invalid-argument`, or `out-of-range` for a text that is too long; its message starts with the path of the member, as in "retrieve.top_k: must be from 1 to 100, got 0".
 */
export function parseOperation<Service extends ServiceName>(service: Service, envelope: unknown): Operation<Service> {
  const operation = operationOf(service, envelope);
  const member = (envelope as Record<string, unknown>)[operation];
  return { operation, request: readMessage(requestShape(service, operation), member, operation) } as Operation<Service>;
}

/** Which operation a message of a service's topic asks for, before anything else in it is looked at. */
export function operationOf(service: ServiceName, envelope: unknown): string {
  if (!isJsonObject(envelope))
    throw refusal(`message: must be a JSON object with one of ${namesOf(service)}, got ${typeName(envelope)}`);
  const set = Object.keys(envelope).filter((member) => envelope[member] !== null && envelope[member] !== undefined);
  const asked = set.filter((member) => Object.hasOwn(operationsOf(service), member));
  const [first] = asked;
  if (first !== undefined && asked.length === 1) return first;
  if (asked.length > 1) throw refusal(`message: must have one operation, got ${asked.join(' and ')}`);
  const got = set.length === 0 ? 'none' : set.slice(0, 5).join(', ').slice(0, 200);
  throw refusal(`message: must have one of ${namesOf(service)}, got ${got}`);
}

function namesOf(service: ServiceName): string {
  return builtOperations(service).join(', ');
}

/** Reads one request that stands alone. Throws as `parseOperation` does; paths start at the request's own members: "top_k: …". */
export function parseRequest<Service extends ServiceName, Name extends OperationName<Service>>(
  service: Service,
  operation: Name,
  json: unknown,
): RequestOf<Service, Name> {
  return readMessage<RequestOf<Service, Name>>(requestShape(service, operation), json, '');
}

/** Reads an event. Throws `invalid-argument`. */
export function parseEvent(json: unknown): Event {
  const event = readMessage<Event>(shapeOf('Event'), json, '');
  const member = event.type.replaceAll('-', '_') as keyof Event['data'];
  if (event.data[member] === null) throw refusal(`data.${member}: is required for type ${event.type}`);
  return event;
}

/**
 * Reads one value by the rules that a member of a message has, but for its limit of bytes: what is stored may be longer than what a request
 * brings. What is absent is refused. Throws `invalid-argument`, with the path first.
 */
export function readMember(message: string, member: string, json: unknown, path: string): unknown {
  const field = shapeOf(message).byName.get(member);
  if (!field) throw new Error(`The contract has no member ${message}.${member}`);
  const unbound = { ...field, rules: { ...field.rules, maxBytes: Number.POSITIVE_INFINITY } };
  if (field.cardinality === 'list') return readList(unbound, json, path);
  return field.cardinality === 'map' ? readMap(unbound, json, path) : readSingle(unbound, json, path);
}

function requestShape(service: ServiceName, operation: string): Shape {
  return shapeOf(operationFacts(service, operation).request);
}

/** Its result is checked member by member against the shape, which is made from the same proto as the message's type. */
function readMessage<Message>(shape: Shape, json: unknown, path: string): Message {
  if (!isJsonObject(json)) throw refusal(`${path || 'message'}: must be an object, got ${typeName(json)}`);
  const prefix = path ? `${path}.` : '';
  const message: Record<string, unknown> = {};
  for (const field of shape.fields) {
    const own = Object.hasOwn(json, field.name) ? json[field.name] : undefined;
    message[field.name] = readField(field, own, prefix + field.name);
  }
  for (const { name, rules } of shape.fields) if (rules.sameAs !== undefined) checkSame(message, name, rules.sameAs, prefix);
  if (shape.name === 'MetadataCondition') checkCondition(message, json, path);
  const metadata = shape.byName.get('metadata');
  if (metadata && typeof message.metadata_json === 'string') {
    // Read above, by the same field.
    const given = message.metadata as Readonly<Record<string, string>>;
    const carried = carriedMetadata(message.metadata_json, given, `${prefix}metadata_json`);
    // Its texts have the limits of those that come as texts.
    return { ...message, ...carried, metadata: readMap(metadata, carried.metadata, `${prefix}metadata`) } as Message;
  }
  return message as Message;
}

/** Refuses two values of one member that has two names. */
function checkSame(message: Readonly<Record<string, unknown>>, name: string, other: string, prefix: string): void {
  const [given, ofOther] = [message[name], message[other]];
  if (given === ofOther || [given, ofOther].some((value) => value === null || value === '')) return;
  throw refusal(`${prefix}${name}: is the same as ${other}, which has another value; leave one of them out`);
}

/** Refuses a condition that has no test, or several. */
function checkCondition(
  condition: Readonly<Record<string, unknown>>,
  json: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const tests = conditionTests.filter((test) =>
    Array.isArray(condition[test]) ? condition[test].length > 0 : condition[test] !== null,
  );
  if (tests.length === 0 && Array.isArray(json.in)) throw refusal(`${path}.in: must not be empty`);
  if (tests.length !== 1)
    throw refusal(
      `${path}: must have one of ${conditionTests.join(', ')}, got ${tests.length === 0 ? 'none' : tests.join(' and ')}`,
    );
}

const conditionTests = [
  'equals',
  'in',
  'exists',
  'less_than',
  'greater_than',
] as const satisfies readonly (keyof MetadataCondition)[];

function readField(field: Field, json: unknown, path: string): unknown {
  if (json === null || json === undefined || isBlankPlaceholder(field, json)) return absent(field, path);
  if (field.cardinality === 'list') return readList(field, json, path);
  if (field.cardinality === 'map') return readMap(field, json, path);
  return readSingle(field, json, path);
}

/** Typed clients send "" for a text they leave unset; where "" could not be meant, it is absent. */
function isBlankPlaceholder(field: Field, json: unknown): boolean {
  const { format, oneOf, required } = field.rules;
  if (json !== '' || field.cardinality !== 'one' || required) return false;
  return oneOf !== undefined || (format !== undefined && (format !== 'name' || field.optional));
}

function absent(field: Field, path: string): unknown {
  if (field.rules.required) throw refusal(`${path}: is required`);
  const { defaultValue, format } = field.rules;
  if (format === 'scope') return 'default';
  if (defaultValue === undefined) return zeroOf(field);
  return field.type === 'string' ? defaultValue : JSON.parse(defaultValue);
}

function readList(field: Field, json: unknown, path: string): unknown[] {
  if (!Array.isArray(json)) throw refusal(`${path}: must be a list, got ${typeName(json)}`);
  checkCount(field, json.length, path);
  return json.map((element, index) => readSingle(field, element, `${path}[${index}]`));
}

function readMap(field: Field, json: unknown, path: string): Record<string, unknown> {
  if (!isJsonObject(json)) throw refusal(`${path}: must be an object, got ${typeName(json)}`);
  const entries = Object.entries(json).filter(([, value]) => value !== null && value !== undefined);
  checkCount(field, entries.length, path);
  const forValues = { ...field, rules: { maxBytes: field.rules.maxBytes ?? limits.mapValueBytes } };
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (!key.isWellFormed()) throw refusal(`${path}: each key must be well-formed Unicode`);
      const checked = applyFormat('name', key);
      if ('wrong' in checked) throw wrongFormat(checked, `${path}: each key`, ' ');
      return [key, readSingle(forValues, value, `${path}.${key}`)];
    }),
  );
}

function checkCount(field: Field, count: number, path: string): void {
  const most = field.rules.maxItems ?? limits.listItems;
  if (count > most) throw refusal(`${path}: must have at most ${most} entries, got ${count}`);
  if (count === 0 && field.rules.required) throw refusal(`${path}: is required`);
}

function readSingle(field: Field, json: unknown, path: string): unknown {
  switch (field.type) {
    case 'message':
      return readMessage(shapeOf(field.message as string), json, path);
    case 'string':
      return readText(field, json, path);
    case 'bool':
      if (typeof json !== 'boolean') throw refusal(`${path}: must be true or false, got ${typeName(json)}`);
      return json;
    default:
      return readNumber(field, json, path);
  }
}

function readNumber(field: Field, json: unknown, path: string): number {
  const whole = field.type === 'int32';
  if (typeof json !== 'number') throw refusal(`${path}: must be a number, got ${typeName(json)}`);
  if (!Number.isFinite(json)) throw refusal(`${path}: must be a number that a 64-bit float holds`);
  const { min = whole ? -(2 ** 31) : undefined, max = whole ? 2 ** 31 - 1 : undefined } = field.rules;
  if (whole && !Number.isInteger(json)) throw refusal(`${path}: must be a whole number, got ${json}`);
  if ((min !== undefined && json < min) || (max !== undefined && json > max))
    throw refusal(`${path}: must be ${range(min, max)}, got ${json}`);
  return json;
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  return min !== undefined ? `at least ${min}` : `at most ${max}`;
}

function readText(field: Field, json: unknown, path: string): string {
  const { required, oneOf, format, free, maxBytes = limits.textBytes } = field.rules;
  if (typeof json !== 'string')
    throw refusal(`${path}: must be ${format === 'json' ? 'JSON in a text' : 'text'}, got ${typeName(json)}`);
  if (!json.isWellFormed()) throw refusal(`${path}: must be well-formed Unicode`);
  // A name may have no visible character: what is stored under one must be found.
  if (required && (format ? json.trim() === '' : isBlank(json))) throw refusal(`${path}: must not be blank`);
  // An empty name counts as left out. What is stored under white space could not be named again: operations that require a name refuse it.
  if (format === 'name' && !free && json !== '' && json.trim() === '') throw refusal(`${path}: must not be blank`);
  const bytes = Buffer.byteLength(json);
  if (bytes > maxBytes) throw tooLong(`${path}: must be at most ${maxBytes} bytes, got ${bytes}`);
  if (oneOf && !oneOf.includes(json))
    throw refusal(`${path}: must be one of ${oneOf.join(', ')}, got ${JSON.stringify(json.slice(0, 80))}`);
  if (!format) return json;
  const formatted = applyFormat(format, json);
  if ('wrong' in formatted) throw wrongFormat(formatted, path);
  return formatted.text;
}

function wrongFormat({ wrong, isTooLong = false }: WrongFormat, of: string, separator = ': '): OperationError {
  const message = of + separator + wrong;
  return isTooLong ? tooLong(message) : refusal(message);
}

function typeName(json: unknown): string {
  if (json === undefined) return 'nothing';
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'a list';
  return typeof json === 'object' ? 'an object' : `a ${typeof json}`;
}

function refusal(message: string): OperationError {
  return new OperationError('invalid-argument', message);
}
