import type { Event } from '../generated/messages.ts';
import { operationFacts, operationsOf } from '../operations/operation-facts.ts';
import type { ServiceName } from '../operations/operation-types.ts';
import { metadataTexts } from '../validation/metadata-json.ts';
import { type Field, type Shape, shapeOf } from './shape.ts';

/** A text that is whatever its sender wrote, or a key of its metadata: no name that others go by, id, time or word of a list. */
export interface FreeText {
  /** `evidence.quote`, `steps[2]`, `metadata.note`. */
  readonly path: string;
  /** Of the member that holds it; in a map, its key. */
  readonly name: string;
  readonly text: string;
}

/** Says what stands in a text's place. */
export type ReplaceText = (text: FreeText) => string;

/** A checked request with each of its free texts put through `replace`; the same object if that changed nothing. */
export function withRequestTexts<Request extends object>(
  service: ServiceName,
  operation: string,
  request: Request,
  replace: ReplaceText,
): Request {
  return replaced(shapeOf(operationFacts(service, operation).request), request, '', replace) as Request;
}

/** An element of the request of an operation that is `each`, with its free texts put through `replace`; the same object if that changed nothing. */
export function withElementTexts<Element extends object>(
  service: ServiceName,
  operation: string,
  element: Element,
  index: number,
  replace: ReplaceText,
): Element {
  const { request, each } = operationFacts(service, operation);
  const list = shapeOf(request).byName.get(each ?? '');
  if (!list?.message) throw new Error(`${service}.${operation} has no list of elements`);
  return replaced(shapeOf(list.message), element, `${list.name}[${index}].`, replace) as Element;
}

/** An event with each of its free texts put through `replace`; the same object if that changed nothing. */
export function withEventTexts(event: Event, replace: ReplaceText): Event {
  return replaced(shapeOf('Event'), event, '', replace) as Event;
}

/** Where an operation's request may hold free texts: `content`, `steps[]`, `metadata.*`. */
export function freeTextsOf(service: ServiceName, operation: string): readonly string[] {
  const facts = operationsOf(service)[operation];
  return facts ? pathsOf(shapeOf(facts.request), '') : [];
}

/** Whether an operation's answer says what was found in its request, in all or in each element of a list. */
export function reportsFindings(service: ServiceName, operation: string): boolean {
  const facts = operationsOf(service)[operation];
  if (!facts) return false;
  return shapeOf(facts.response).byName.has('sensitive') || listsWithFindings(service, operation) !== null;
}

/** The lists of a request and of its answer of which each element of the answer says what was found in that of the request; `null`: it has none. */
export function listsWithFindings(
  service: ServiceName,
  operation: string,
): { readonly asked: string; readonly answered: string } | null {
  const facts = operationsOf(service)[operation];
  if (!facts) return null;
  const answered = shapeOf(facts.response).fields.find(({ cardinality, message }) => {
    return cardinality === 'list' && message && shapeOf(message).byName.has('sensitive');
  });
  const asked = shapeOf(facts.request).fields.find(({ cardinality, message }) => cardinality === 'list' && message);
  return asked && answered ? { asked: asked.name, answered: answered.name } : null;
}

function pathsOf(shape: Shape, prefix: string): readonly string[] {
  return shape.fields.flatMap((field) => {
    const path = prefix + field.name + { one: '', list: '[]', map: '.*' }[field.cardinality];
    if (field.message) return pathsOf(shapeOf(field.message), `${path}.`);
    return isFree(field) ? [path] : [];
  });
}

function isFree({ type, rules, cardinality }: Field): boolean {
  if (type !== 'string' || rules.partOfText) return false;
  if (rules.free) return true;
  return cardinality === 'map' || (rules.oneOf === undefined && (rules.format === undefined || rules.format === 'json'));
}

function replaced(shape: Shape, given: object, prefix: string, replace: ReplaceText): object {
  const { metadata_json } = given as { readonly metadata_json?: unknown };
  const byJson = typeof metadata_json === 'string' && shape.byName.has('metadata') ? ['metadata', 'metadata_json'] : [];
  let changed: Record<string, unknown> | null = null;
  if (byJson.length > 0) {
    const values: unknown = JSON.parse(metadata_json as string);
    const now = replacedJson(values, { name: 'metadata', path: `${prefix}metadata` }, replace);
    // Validation has seen to it that they are an object.
    if (now !== values)
      changed = { ...given, metadata: metadataTexts(now as object, 'metadata'), metadata_json: JSON.stringify(now) };
  }
  for (const field of shape.fields) {
    if (byJson.includes(field.name)) continue;
    const value = (given as Record<string, unknown>)[field.name];
    const now = field.message || isFree(field) ? replacedField(field, value, prefix + field.name, replace) : value;
    if (now === value) continue;
    changed ??= { ...given };
    changed[field.name] = now;
  }
  return changed ?? given;
}

/** A JSON value with each text and number of it put through `replace`, under the name of the member that holds it; the same value if that changed nothing. */
function replacedJson(value: unknown, { name, path }: Omit<FreeText, 'text'>, replace: ReplaceText): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    const now = text === '' ? text : replace({ path, name, text });
    return now === text ? value : now;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const keyOf = isList ? (key: string) => key : keysReplaced({ name, path }, replace);
  const now = entries.map(([key, each]: [string, unknown]) => {
    const at = isList ? { name, path: `${path}[${key}]` } : { name: key, path: `${path}.${key}` };
    return [keyOf(key), replacedJson(each, at, replace)] as const;
  });
  if (isSame(now, entries)) return value;
  return isList ? now.map(([, each]) => each) : Object.fromEntries(now);
}

function replacedField(field: Field, value: unknown, path: string, replace: ReplaceText): unknown {
  if (value === null || value === undefined) return value;
  if (field.cardinality === 'list') {
    const now = (value as readonly unknown[]).map((each, index) =>
      replacedValue(field, each, field.name, `${path}[${index}]`, replace),
    );
    return now.some((each, index) => each !== (value as readonly unknown[])[index]) ? now : value;
  }
  if (field.cardinality === 'map') {
    const entries = Object.entries(value as Record<string, unknown>);
    const keyOf = keysReplaced({ name: field.name, path }, replace);
    const now = entries.map(([key, each]) => [keyOf(key), replacedValue(field, each, key, `${path}.${key}`, replace)] as const);
    return isSame(now, entries) ? value : Object.fromEntries(now);
  }
  return replacedValue(field, value, field.name, path, replace);
}

type Entries = readonly (readonly [string, unknown])[];

function isSame(now: Entries, before: Entries): boolean {
  return now.every(([key, value], index) => key === before[index]?.[0] && value === before[index]?.[1]);
}

/** Puts the keys of one object through `replace`, one by one. Two that become the same get a number each: no value is lost. */
function keysReplaced({ name, path }: Omit<FreeText, 'text'>, replace: ReplaceText): (key: string) => string {
  const taken = new Set<string>();
  return (key) => {
    const replaced = key === '' ? key : replace({ path, name, text: key });
    let free = replaced;
    for (let number = 2; taken.has(free); number += 1) free = `${replaced} ${number}`;
    taken.add(free);
    return free;
  };
}

function replacedValue(field: Field, value: unknown, name: string, path: string, replace: ReplaceText): unknown {
  if (field.message) return replaced(shapeOf(field.message), value as object, `${path}.`, replace);
  return typeof value === 'string' && value !== '' ? replace({ path, name, text: value }) : value;
}
