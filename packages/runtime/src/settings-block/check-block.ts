import { nearestName } from '@agent-mem/contract';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';

/** JSON Schema of names that users give to what a block holds. */
export const blockName = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$' } as const;

/** JSON Schema of the address of a server. */
export const httpAddress = { type: 'string', pattern: '^https?://' } as const;

let compiler: Ajv2020 | null = null;

/** A block of a settings file that fits its schema. Throws an `Error` whose message names the member, and the nearest known one where it is not known. */
export function checkedBlock<Settings>(value: unknown, schema: object): Settings {
  compiler ??= new Ajv2020({ strict: false, allErrors: true, verbose: true });
  // It compiles a schema once.
  const fits = compiler.compile<Settings>(schema);
  if (!fits(value)) throw new Error(problemOf(fits.errors ?? []));
  return value;
}

function problemOf(errors: readonly ErrorObject[]): string {
  // The deepest says most; what is not known comes first.
  const ranked = errors.toSorted((a, b) => rank(b) - rank(a));
  const [error] = ranked;
  if (!error) return 'does not fit';
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const within = (name: string) => (path === '' ? name : `${path}.${name}`);
  const { additionalProperty, missingProperty, propertyName } = error.params;
  if (typeof additionalProperty === 'string') {
    const nearest = nearestName(additionalProperty, Object.keys(error.parentSchema?.properties ?? {}));
    return `${within(additionalProperty)}: is not known${nearest === null ? '' : `; did you mean ${nearest}?`}`;
  }
  if (error.keyword === 'oneOf') return `${path}: must have either ${alternatives(error)}`;
  if (typeof missingProperty === 'string') return `${within(missingProperty)}: is missing`;
  if (typeof propertyName === 'string')
    return `${within(propertyName)}: must be a letter, then at most 31 letters, digits, _ or -`;
  const says = error.schema === httpAddress.pattern ? 'must start with http:// or https://' : error.message;
  return `${path === '' ? '' : `${path}: `}${says}`;
}

function rank({ keyword, instancePath }: ErrorObject): number {
  const depth = instancePath.split('/').length;
  if (keyword === 'additionalProperties') return 1000 + depth;
  if (keyword === 'propertyNames') return 900 + depth;
  if (keyword === 'oneOf') return 500 + depth;
  return keyword === 'anyOf' ? 0 : depth;
}

function alternatives({ schema }: ErrorObject): string {
  return (schema as readonly { readonly required: readonly string[] }[]).map(({ required }) => required[0]).join(' or ');
}
