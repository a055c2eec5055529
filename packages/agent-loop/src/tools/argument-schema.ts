import { nearestName } from '@agent-mem/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { TooSlow, withinTime } from './within-time.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema may take for ever to check: its author is not trusted. */
const limitMs = 500;
const compiled = new WeakMap<JsonSchema, ValidateFunction | string>();

/** Why arguments cannot be held against this schema; `null`: they can. */
export function schemaProblem(schema: JsonSchema): string | null {
  const validate = validatorOf(schema);
  return typeof validate === 'string' ? validate : null;
}

/** What is wrong with arguments by this schema, the first thing, by its name; `null`: nothing. */
export function argumentProblem(schema: JsonSchema, args: Readonly<Record<string, unknown>>): string | null {
  const validate = validatorOf(schema);
  if (typeof validate === 'string') return `the arguments cannot be checked: ${validate}`;
  try {
    return withinTime(() => validate(args) === true, limitMs) ? null : problemOf(validate.errors?.[0], schema);
  } catch (cause) {
    return `the arguments cannot be checked: ${(cause as Error).message}`;
  }
}

function validatorOf(schema: JsonSchema): ValidateFunction | string {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  try {
    const validate = compile(schema);
    compiled.set(schema, validate);
    return validate;
  } catch (cause) {
    const problem = `its schema cannot be read: ${(cause as Error).message}`;
    // A busy machine is late with any schema: such a one is read anew the next time.
    if (!(cause instanceof TooSlow)) compiled.set(schema, problem);
    return problem;
  }
}

const options = { strict: false, validateFormats: false, inlineRefs: false, logger: false } as const;
let compiler: Ajv2020 | null = null;

/** The schema of schemas costs more than most schemas do. It is compiled first, by nobody's time: on a busy machine it may take longer than a schema may. */
function compilerOfSchemas(): Ajv2020 {
  if (compiler) return compiler;
  compiler = new Ajv2020(options);
  void compiler.validateSchema({});
  return compiler;
}

/** The dialect that a schema names is not looked up: what this one does not know of it is let through. Throws what is wrong with a schema, and `TooSlow`. */
function compile({ $schema: _, $id: __, ...schema }: JsonSchema): ValidateFunction | string {
  const ajv = compilerOfSchemas();
  try {
    const validate = withinTime(() => ajv.compile(schema), limitMs);
    // Its user holds what is compiled.
    ajv.removeSchema(schema);
    return '$async' in validate ? 'its schema is asynchronous' : validate;
  } catch (cause) {
    // One that was interrupted may be in the middle of anything.
    compiler = null;
    throw cause;
  }
}

function problemOf(error: ErrorObject | undefined, schema: JsonSchema): string {
  const path = (error?.instancePath ?? '').slice(1);
  const within = (name: string) => (path === '' ? name : `${path}/${name}`);
  const { missingProperty, additionalProperty, allowedValues } = error?.params ?? {};
  if (typeof missingProperty === 'string') return `the argument "${within(missingProperty)}" is missing`;
  if (typeof additionalProperty === 'string') {
    const known = path === '' && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
    const nearest = nearestName(additionalProperty, known);
    return `the argument "${within(additionalProperty)}" is not known${nearest === null ? '' : `; did you mean "${nearest}"?`}`;
  }
  const what = path === '' ? 'the arguments' : `the argument "${path}"`;
  if (Array.isArray(allowedValues))
    return `${what} must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`;
  return `${what} ${error?.message ?? 'must fit the schema'}`;
}
