import type { RegisteredSchema } from '../admin/schemas.ts';

type Avro = string | readonly Avro[] | AvroObject;

interface AvroObject {
  readonly type: Avro;
  readonly name?: string;
  readonly namespace?: string;
  readonly fields?: readonly { readonly name: string; readonly type: Avro; readonly default?: unknown }[];
  readonly items?: Avro;
  readonly values?: Avro;
  readonly symbols?: readonly string[];
}

/**
 * What differs between the schema that is registered and ours, a line a member: `agentmem.v1.StoreFactRequest.content: registered as null | int, here
 * null | string`. None: they describe the same messages, however they are written.
 */
export function schemaDifference(registered: RegisteredSchema, here: string): readonly string[] {
  if (registered.type !== 'JSON') return [`registered as ${registered.type}, here JSON`];
  const theirs = membersOf(registered.schema);
  const ours = membersOf(here);
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((member) => {
    const [there, mine] = [theirs.get(member), ours.get(member)];
    if (there === mine) return [];
    return [
      `${member}: ${there === undefined ? 'not registered' : `registered as ${there}`}, ${mine === undefined ? 'not here' : `here ${mine}`}`,
    ];
  });
}

/** The members of every record with their types as text, by the record's full name and theirs. */
function membersOf(schema: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  // What a registry holds as a JSON schema was accepted by Avro's own reader.
  const root = typeText(JSON.parse(schema) as Avro, '', members);
  return members.set('the message', root);
}

/** A type as text, with records by name only; the members of those met on the way are added to `members`. */
function typeText(type: Avro, namespace: string, members: Map<string, string>): string {
  if (typeof type === 'string') return isPrimitive(type) ? type : fullName(type, namespace);
  if (isUnion(type)) return type.map((branch) => typeText(branch, namespace, members)).join(' | ');
  const inner = (part: Avro | undefined, from: string) => (part === undefined ? 'unknown' : typeText(part, from, members));
  if (type.type === 'array') return `list of ${inner(type.items, namespace)}`;
  if (type.type === 'map') return `map of ${inner(type.values, namespace)}`;
  if (type.name === undefined) return inner(type.type, namespace);
  const name = fullName(type.name, type.namespace ?? namespace);
  const home = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  for (const field of type.fields ?? []) {
    const standard = field.default === undefined ? '' : ` = ${JSON.stringify(field.default)}`;
    members.set(`${name}.${field.name}`, `${inner(field.type, home)}${standard}`);
  }
  return type.symbols ? `${name} of ${type.symbols.join(', ')}` : name;
}

function isUnion(type: Exclude<Avro, string>): type is readonly Avro[] {
  return Array.isArray(type);
}

function isPrimitive(name: string): boolean {
  return /^(null|boolean|int|long|float|double|bytes|string)$/.test(name);
}

function fullName(name: string, namespace: string): string {
  return name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;
}
