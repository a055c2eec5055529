import { isJsonObject, OperationError } from '@agent-mem/contract';

/**
 * One member of a TrustGraph record. TrustGraph sends every member, `null` for what is unset, and takes what is missing for its default: so
 * missing and `null` both read as `absent()`.
 */
export interface Field<Value> {
  /** What it is when it is missing or `null`. */
  absent(): Value;
  /** Reads what is neither missing nor `null`. Throws `invalid-argument` with the path of what is malformed. */
  read(json: unknown, path: string): Value;
}

/** What a field reads as. */
export type ValueOf<Some> = Some extends Field<infer Value> ? Value : never;

/** Reads a member that may be missing or `null`. */
export function readField<Value>(field: Field<Value>, json: unknown, path: string): Value {
  return json === undefined || json === null ? field.absent() : field.read(json, path);
}

/** A string, "" or what is given when it is missing. */
export function text(absent = ''): Field<string> {
  return scalar(absent, 'a string', (json) => typeof json === 'string');
}

/** True or false; false when it is missing. */
export function flag(absent = false): Field<boolean> {
  return scalar(absent, 'true or false', (json) => typeof json === 'boolean');
}

/** A whole number. */
export function integer(absent = 0): Field<number> {
  return scalar(absent, 'a whole number', (json) => Number.isSafeInteger(json));
}

/** Any finite number. */
export function number(): Field<number> {
  return scalar(0, 'a number', (json) => Number.isFinite(json));
}

/** Any JSON, as it is. */
export function anything(): Field<unknown> {
  return { absent: () => null, read: (json) => json };
}

/** The same field, `null` when it is missing or `null`. */
export function nullable<Value>(field: Field<Value>): Field<Value | null> {
  return { absent: () => null, read: (json, path) => field.read(json, path) };
}

/** An array, empty when it is missing. An item that is `null` reads as the item's default. */
export function list<Value>(item: Field<Value>): Field<readonly Value[]> {
  return {
    absent: () => [],
    read(json, path) {
      if (!Array.isArray(json)) throw malformed(path, 'an array', json);
      return json.map((value: unknown, index) => readField(item, value, `${path}[${index}]`));
    },
  };
}

/** An object whose members all have one form, empty when it is missing. */
export function map<Value>(value: Field<Value>): Field<Readonly<Record<string, Value>>> {
  return {
    absent: () => ({}),
    read: (json, path) =>
      Object.fromEntries(
        Object.entries(objectAt(json, path)).map(([key, item]) => [key, readField(value, item, `${path}.${key}`)]),
      ),
  };
}

/** A string that some senders write as another JSON value; that one reads as its JSON text. */
export function looseText(): Field<string> {
  return { absent: () => '', read: (json) => (typeof json === 'string' ? json : JSON.stringify(json)) };
}

/** Read only when it is needed: for records that hold themselves. */
export function lazy<Value>(field: () => Field<Value>): Field<Value> {
  return { absent: () => field().absent(), read: (json, path) => field().read(json, path) };
}

/** A JSON object, else the refusal that names where it should have been. */
export function objectAt(json: unknown, path: string): Readonly<Record<string, unknown>> {
  if (isJsonObject(json)) return json;
  throw malformed(path, 'an object', json);
}

/** The refusal of a member that is not what it must be. */
function malformed(path: string, must: string, json: unknown): OperationError {
  return new OperationError('invalid-argument', `${path}: must be ${must}, got ${kindOf(json)}`);
}

function scalar<Value>(absent: Value, must: string, fits: (json: unknown) => boolean): Field<Value> {
  return {
    absent: () => absent,
    read(json, path) {
      if (!fits(json)) throw malformed(path, must, json);
      // `fits` has looked at its type.
      return json as Value;
    },
  };
}

function kindOf(json: unknown): string {
  if (json === null || json === undefined) return String(json);
  if (Array.isArray(json)) return 'an array';
  if (typeof json === 'object') return 'an object';
  return typeof json === 'number' ? String(json) : `a ${typeof json}`;
}
