import { type Field, objectAt, readField, type ValueOf } from './field.ts';
import { jsonIn } from './json-text.ts';

type Shape = Readonly<Record<string, Field<unknown>>>;
type ValueOfShape<Members extends Shape> = { readonly [Name in keyof Members]: ValueOf<Members[Name]> };

/**
 * A record of TrustGraph's schema: its members in their order, with their defaults. Members it does not know are let through, behind the
 * known ones, so that what a newer TrustGraph or a next step of ours adds is not lost on the way.
 */
export interface WireMessage<Value> extends Field<Value> {
  /** The record with these members, all others at their defaults. What is `undefined` counts as not given. */
  make(members?: Partial<Value>): Value;
  /** UTF-8 JSON as it goes over the bus, every member written. */
  encode(members: Partial<Value>): string;
  /** Reads a payload. Throws `invalid-argument` that names the record and the malformed member. */
  decode(payload: string): Value;
}

/** Declares a record. `name` is what refusals call it. */
export function wireMessage<Members extends Shape>(name: string, members: Members): WireMessage<ValueOfShape<Members>> {
  type Value = ValueOfShape<Members>;
  const make = (given: Partial<Value> = {}): Value => {
    const defaults = Object.entries(members).map(([member, field]) => [member, field.absent()]);
    const said = Object.entries(given).filter(([, value]) => value !== undefined);
    // Each member has come from its own field or from the caller's typed object.
    return Object.fromEntries([...defaults, ...said]) as Value;
  };
  const read = (json: unknown, path: string): Value => {
    const object = objectAt(json, path);
    const known = Object.entries(members).map(([member, field]) => [
      member,
      readField(field, Object.hasOwn(object, member) ? object[member] : undefined, `${path}.${member}`),
    ]);
    const unknown = Object.entries(object).filter(([member]) => !Object.hasOwn(members, member));
    return Object.fromEntries([...known, ...unknown]) as Value;
  };
  return {
    absent: () => make(),
    read,
    make,
    encode: (given) => JSON.stringify(make(given)),
    decode: (payload) => read(jsonIn(payload, name, 'invalid-argument'), name),
  };
}
