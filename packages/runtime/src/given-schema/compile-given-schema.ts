import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { withinTime } from './within-time.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The first thing that a value breaks of a schema; `null`: it fits. Throws `TooSlow` after 500 ms. */
export type SchemaCheck = (value: unknown) => ErrorObject | null;

/** A schema may take for ever to read or to check: its author is not trusted. */
const limitMs = 500;
const options = { strict: false, validateFormats: false, inlineRefs: false, logger: false } as const;
/** `null` while it compiles: an interrupted one, which runs no `finally`, may be in the middle of anything. */
let compiler: Ajv2020 | null = null;

/**
 * Compiles a JSON Schema that a stranger wrote. The dialect that it names is not looked up: what draft 2020-12 does not know of it is let through.
 * Throws what is wrong with the schema, and `TooSlow` where it takes longer than 500 ms.
 */
export function compileGivenSchema({ $schema: _, $id: __, ...schema }: JsonSchema): SchemaCheck {
  const validate = compiled(schema);
  if ('$async' in validate) throw new Error('it is asynchronous');
  return (value) => (withinTime(() => validate(value) === true, limitMs) ? null : (validate.errors?.[0] as ErrorObject));
}

function compiled(schema: JsonSchema): ValidateFunction {
  compiler ??= createCompiler();
  return withinTime(() => {
    const ajv = compiler ?? createCompiler();
    compiler = null;
    try {
      return ajv.compile(schema);
    } finally {
      // Its user holds what is compiled.
      ajv.removeSchema(schema);
      compiler = ajv;
    }
  }, limitMs);
}

/** The schema of schemas costs more than most schemas do: it is compiled first, by nobody's time. */
function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020(options);
  void ajv.validateSchema({});
  return ajv;
}
