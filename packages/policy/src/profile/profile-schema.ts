import { isJsonObject, rememberLately, sha256 } from '@agent-mem/contract';
import { defaultProfile } from './default-profile.ts';

/** One field of a profile. */
export interface ProfileField {
  readonly name: string;
  /** What belongs there, in words. */
  readonly description: string;
  /** Most facts that it shows. */
  readonly most: number;
}

/** What a profile is made of. */
export interface ProfileSchema {
  /** Equal for schemas of the same fields. */
  readonly id: string;
  /** It is nobody's own: rules know its fields. */
  readonly isDefault: boolean;
  readonly fields: readonly ProfileField[];
}

/** Most fields of a schema: a profile is a block of 400 tokens. */
const mostFields = 20;
/** Most characters of a field's name, and of its description. */
const longest = { name: 64, description: 1_000 } as const;
/** Most facts of a list whose schema does not say how many. */
const mostOfList = 8;

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** The profile by the JSON Schema in this text; `null`: by the default one. Throws an `Error` that says what is wrong with the text. */
export function profileSchemaOf(text: string | null): ProfileSchema {
  return text === null || text === '' ? byDefault() : readLately(text);
}

const readLately = rememberLately((text: string) => readSchema(text, false), { texts: 100, characters: 32_768 });

let defaultSchema: ProfileSchema | null = null;

function byDefault(): ProfileSchema {
  defaultSchema ??= readSchema(JSON.stringify(defaultProfile), true);
  return defaultSchema;
}

function readSchema(text: string, isDefault: boolean): ProfileSchema {
  const schema = parsed(text);
  if (!isJsonObject(schema)) throw new Error('must be a JSON Schema: a JSON object');
  if (schema.type !== undefined && schema.type !== 'object') throw new Error('type: must be object');
  if (!isJsonObject(schema.properties)) throw new Error('properties: must be an object with the fields of the profile');
  const named = Object.entries(schema.properties);
  if (named.length === 0 || named.length > mostFields) throw new Error(`properties: must have 1 to ${mostFields} fields`);
  const fields = named.map(([name, field]) => fieldOf(name, field));
  const id = sha256(JSON.stringify(fields)).slice(0, 16);
  return { id, isDefault, fields };
}

function fieldOf(name: string, field: unknown): ProfileField {
  const at = `properties.${name}`;
  if (name.trim() === '' || name.length > longest.name)
    throw new Error(`${at}: a name must have 1 to ${longest.name} characters`);
  if (!isJsonObject(field)) throw new Error(`${at}: must be a JSON Schema: a JSON object`);
  const { type, description = '', maxItems = mostOfList } = field;
  for (const each of [type].flat())
    if (each !== undefined && !types.includes(String(each))) throw new Error(`${at}.type: must be one of ${types.join(', ')}`);
  if (typeof description !== 'string' || description.length > longest.description)
    throw new Error(`${at}.description: must be a text of at most ${longest.description} characters`);
  if (typeof maxItems !== 'number' || !Number.isInteger(maxItems) || maxItems < 1)
    throw new Error(`${at}.maxItems: must be a whole number from 1`);
  return { name, description, most: type === undefined || type === 'array' ? Math.min(maxItems, mostOfList) : 1 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('must be a JSON Schema: it is no JSON', { cause });
  }
}
