import type { Event } from '../generated/messages.ts';
import { operationsOf } from '../operations/operation-facts.ts';
import type { ServiceName } from '../operations/operation-types.ts';
import { type Field, type Shape, shapeOf } from './shape.ts';

/** A text that is whatever its sender wrote: no name, id, time or word of a list. */
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
  const facts = operationsOf(service)[operation];
  if (!facts) throw new Error(`${service} has no operation ${operation}`);
  return replaced(shapeOf(facts.request), request, '', replace) as Request;
}

/** An element of the request of an operation that is `each`, with its free texts put through `replace`; the same object if that changed nothing. */
export function withElementTexts<Element extends object>(
  service: ServiceName,
  operation: string,
  element: Element,
  index: number,
  replace: ReplaceText,
): Element {
  const facts = operationsOf(service)[operation];
  const list = facts && shapeOf(facts.request).byName.get(facts.each ?? '');
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

/** Whether an operation's answer reports what was found in its request, in one list or with each element that was stored. */
export function reportsFindings(service: ServiceName, operation: string): boolean {
  const facts = operationsOf(service)[operation];
  if (!facts) return false;
  const { fields } = shapeOf(facts.response);
  const elements = facts.each === null ? [] : fields.flatMap(({ message }) => (message ? shapeOf(message).fields : []));
  return [...fields, ...elements].some(({ name }) => name === 'sensitive');
}

function pathsOf(shape: Shape, prefix: string): readonly string[] {
  return shape.fields.flatMap((field) => {
    const path = prefix + field.name + { one: '', list: '[]', map: '.*' }[field.cardinality];
    if (field.message) return pathsOf(shapeOf(field.message), `${path}.`);
    return isFree(field) ? [path] : [];
  });
}

function isFree({ type, rules, cardinality }: Field): boolean {
  if (type !== 'string') return false;
  return cardinality === 'map' || (rules.oneOf === undefined && (rules.format === undefined || rules.format === 'json'));
}

function replaced(shape: Shape, given: object, prefix: string, replace: ReplaceText): object {
  let changed: Record<string, unknown> | null = null;
  for (const field of shape.fields) {
    const value = (given as Record<string, unknown>)[field.name];
    const now = field.message || isFree(field) ? replacedField(field, value, prefix + field.name, replace) : value;
    if (now === value) continue;
    changed ??= { ...given };
    changed[field.name] = now;
  }
  return changed ?? given;
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
    const now = entries.map(([key, each]) => [key, replacedValue(field, each, key, `${path}.${key}`, replace)] as const);
    return now.some(([, each], index) => each !== entries[index]?.[1]) ? Object.fromEntries(now) : value;
  }
  return replacedValue(field, value, field.name, path, replace);
}

function replacedValue(field: Field, value: unknown, name: string, path: string, replace: ReplaceText): unknown {
  if (field.message) return replaced(shapeOf(field.message), value as object, `${path}.`, replace);
  return typeof value === 'string' && value !== '' ? replace({ path, name, text: value }) : value;
}
