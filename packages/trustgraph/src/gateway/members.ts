import { objectAt } from '../field.ts';

/** A client's JSON with the gateway's kebab-case members as the bus writes them: `entity-limit` is `entity_limit`. */
export function fromKebabCase(json: unknown, path: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(objectAt(json, path)).map(([member, value]) => [member.replaceAll('-', '_'), value]));
}

/** What the gateway shows: members that are `null` are left out. */
export function withoutNulls(message: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null && value !== undefined));
}
