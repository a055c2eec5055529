import { OperationError } from '../error.ts';
import { services } from '../generated/services.ts';
import { isJsonObject } from '../json-object.ts';
import { builtOperations, operationsOf } from '../operations/operation-facts.ts';
import type { ServiceName } from '../operations/operation-types.ts';
import { type Field, type Shape, shapeOf } from '../shapes/shape.ts';
import { nearestName } from './nearest-name.ts';

/** A member of a message that the contract does not know. */
interface UnknownMember {
  /** Up to the member's name, as in `steps[2].`. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly shape: Shape;
}

/** Most of them that a reply reports. */
const mostReported = 20;
/** Most of an unknown name that a text repeats, in characters. */
const mostOfName = 80;

/**
 * What a message of a service's topic holds that the contract does not know, a text each: "store.user_id: is not known; did you mean user?".
 * null counts as absent: typed clients of a later version send it for each member that they leave out.
 */
export function unknownMembers(service: ServiceName, envelope: unknown): readonly string[] {
  const shape = shapeOf(services[service].operation);
  return unknownIn(shape, envelope, '')
    .filter(({ value }) => value !== null && value !== undefined)
    .take(mostReported)
    .map((found) => (found.shape === shape ? textOf(found, builtOperations(service)) : textOf(found)))
    .toArray();
}

/**
 * Refuses a request that its caller wrote by hand: each way in but the bus and gRPC's binary messages calls it before anything is published.
 * Throws `invalid-argument` for the first member that the contract does not know; its path starts at the request. What is undefined is no member of JSON.
 * A planned operation answers for itself.
 */
export function refuseUnknownMembers(service: ServiceName, operation: string, request: unknown): void {
  const facts = operationsOf(service)[operation];
  if (!facts || facts.planned) return;
  const found = unknownIn(shapeOf(facts.request), request, '').find(({ value }) => value !== undefined);
  if (found) throw new OperationError('invalid-argument', textOf(found));
}

/** Refuses a member of an object that is no message of the contract. Throws `invalid-argument`. */
export function refuseUnknownNames(given: object, known: readonly string[], path = ''): void {
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name === undefined) return;
  const excerpt = name.slice(0, mostOfName);
  throw new OperationError('invalid-argument', `${path}${excerpt}: ${notKnown(excerpt, known)}`);
}

/** Why a name is refused or warned of, with the one that was probably meant: "is not known; did you mean user?". */
export function notKnown(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return `is not known; ${nearest ? `did you mean ${nearest}?` : `known are ${known.join(', ')}`}`;
}

function textOf({ path, name, shape }: UnknownMember, known: readonly string[] = [...shape.byName.keys()]): string {
  const excerpt = name.slice(0, mostOfName);
  return `${path}${excerpt}: ${notKnown(excerpt, known)}`;
}

function* unknownIn(shape: Shape, json: unknown, path: string): Generator<UnknownMember> {
  if (!isJsonObject(json)) return;
  for (const name of Object.keys(json)) {
    const field = shape.byName.get(name);
    const value: unknown = json[name as keyof typeof json];
    if (!field) yield { path, name, value, shape };
    else if (field.message) yield* unknownInField(field, field.message, value, path + name);
  }
}

/** What is of another type than its field is left to the check that refuses it. */
function* unknownInField({ cardinality }: Field, message: string, value: unknown, path: string): Generator<UnknownMember> {
  const shape = shapeOf(message);
  if (cardinality === 'one') return yield* unknownIn(shape, value, `${path}.`);
  const isList = cardinality === 'list';
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) return;
  for (const [key, each] of Object.entries(value)) yield* unknownIn(shape, each, isList ? `${path}[${key}].` : `${path}.${key}.`);
}
