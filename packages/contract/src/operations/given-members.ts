import { isJsonObject } from '../json-object.ts';
import { isAbsent } from '../shapes/absent.ts';
import { type Field, type Shape, shapeOf } from '../shapes/shape.ts';
import { firstMembers } from './first-members.ts';
import { operationFacts } from './operation-facts.ts';
import type { ServiceName } from './operation-types.ts';

/** A member of a request that says something. */
export interface GivenMember {
  /** From the operation's name, as in errors: `retrieve.filter.tags_any`. */
  readonly path: string;
  /** 0.1.0 does not know it. */
  readonly isLater: boolean;
}

/** The members of the contract that a request gives, before it is checked. Those that stand for what was left out are none. */
export function givenMembers(service: ServiceName, operation: string, request: unknown): Iterable<GivenMember> {
  return givenIn(shapeOf(operationFacts(service, operation).request), request, `${operation}.`);
}

function* givenIn(shape: Shape, json: unknown, prefix: string): Generator<GivenMember> {
  if (!isJsonObject(json)) return;
  const first = firstMembers[shape.name] ?? {};
  for (const [name, value] of Object.entries(json)) {
    const field = shape.byName.get(name);
    if (!field || value === null || value === undefined || isAbsent(field, value)) continue;
    const path = prefix + name;
    yield { path, isLater: !Object.hasOwn(first, name) };
    if (field.message) yield* givenInField(field, field.message, value, path);
  }
}

function* givenInField({ cardinality }: Field, message: string, value: unknown, path: string): Generator<GivenMember> {
  const shape = shapeOf(message);
  if (cardinality === 'one') return yield* givenIn(shape, value, `${path}.`);
  if (!Array.isArray(value)) return;
  for (const [index, each] of value.entries()) yield* givenIn(shape, each, `${path}[${index}].`);
}
