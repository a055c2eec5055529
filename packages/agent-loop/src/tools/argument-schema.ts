import { nearestName } from '@agent-mem/contract';
import { compileGivenSchema, type JsonSchema, type SchemaCheck, TooSlow } from '@agent-mem/runtime/given-schema';

const compiled = new WeakMap<JsonSchema, SchemaCheck | string>();

/** Why arguments cannot be held against this schema; `null`: they can. */
export function schemaProblem(schema: JsonSchema): string | null {
  const check = checkOf(schema);
  return typeof check === 'string' ? check : null;
}

/** What is wrong with arguments by this schema, the first thing, by its name; `null`: nothing. */
export function argumentProblem(schema: JsonSchema, args: Readonly<Record<string, unknown>>): string | null {
  const check = checkOf(schema);
  if (typeof check === 'string') return `the arguments cannot be checked: ${check}`;
  try {
    const error = check(args);
    return error && problemOf(error, schema);
  } catch (cause) {
    return `the arguments cannot be checked: ${(cause as Error).message}`;
  }
}

function checkOf(schema: JsonSchema): SchemaCheck | string {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  try {
    const check = compileGivenSchema(schema);
    compiled.set(schema, check);
    return check;
  } catch (cause) {
    const problem = `its schema cannot be read: ${(cause as Error).message}`;
    // A busy machine is late with any schema: such a one is read anew the next time.
    if (!(cause instanceof TooSlow)) compiled.set(schema, problem);
    return problem;
  }
}

function problemOf(error: NonNullable<ReturnType<SchemaCheck>>, schema: JsonSchema): string {
  const path = error.instancePath.slice(1);
  const within = (name: string) => (path === '' ? name : `${path}/${name}`);
  const { missingProperty, additionalProperty, allowedValues } = error.params;
  if (typeof missingProperty === 'string') return `the argument "${within(missingProperty)}" is missing`;
  if (typeof additionalProperty === 'string') {
    const known = path === '' && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
    const nearest = nearestName(additionalProperty, known);
    return `the argument "${within(additionalProperty)}" is not known${nearest === null ? '' : `; did you mean "${nearest}"?`}`;
  }
  const what = path === '' ? 'the arguments' : `the argument "${path}"`;
  if (Array.isArray(allowedValues))
    return `${what} must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
  return `${what} ${error.message ?? 'must fit the schema'}`;
}
