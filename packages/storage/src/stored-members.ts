import { type Field, isJsonObject, shapeOf } from '@agent-mem/contract';
import type { JsonObject, JsonValue } from './graph.ts';

/** What the properties of a node hold of a message of the contract, by the names of the proto. */
export interface StoredMembers<Members> {
  /** Reads the properties. A member that is absent, or not of its type, has its default. */
  read(properties: JsonObject): Members;
  /** The properties for these members, always in the same order. A member that is not given is left out. */
  write(members: Readonly<Partial<Members>>): JsonObject;
}

/**
 * Reads and writes members of a message as properties of a node. `defaults` names them in the order in which they are written. The proto
 * says of which type each is; a member that only nodes have is of the type of its
 * default, of any type where that is `null`. `message` is `null` where the node stands for none.
 */
export function storedMembers<Members extends object>(message: string | null, defaults: Members): StoredMembers<Members> {
  const byName = message === null ? new Map<string, Field>() : shapeOf(message).byName;
  const members = Object.entries(defaults).map(([name, absent]: [string, unknown]) => {
    // It is handed out at each read.
    Object.freeze(absent);
    return { name, type: byName.get(name) ?? (absent === null ? null : typeOf(absent)) };
  });
  return {
    read(properties) {
      // All members are there from the beginning: an object that grows member by member is moved again and again.
      const read = { ...defaults } as Record<string, unknown>;
      for (const { name, type } of members) {
        const value = type ? readMember(type, properties[name]) : properties[name];
        if (value !== undefined && value !== null) read[name] = value;
      }
      // Each member is of its type in the proto, from which `Members` is taken.
      return read as Members;
    },
    write(given) {
      const values = given as Readonly<Record<string, JsonValue | undefined>>;
      const written: Record<string, JsonValue> = {};
      for (const { name } of members) {
        const value = values[name];
        if (value !== undefined) written[name] = value;
      }
      return written;
    },
  };
}

type MemberType = Pick<Field, 'type' | 'cardinality'>;

function typeOf(absent: unknown): MemberType {
  if (Array.isArray(absent)) return { type: 'string', cardinality: 'list' };
  if (typeof absent === 'number') return { type: 'double', cardinality: 'one' };
  return { type: typeof absent === 'boolean' ? 'bool' : 'string', cardinality: 'one' };
}

/** `undefined`: the value is not of the type. Of a list the elements stay that are. */
function readMember(type: MemberType, value: JsonValue | undefined): unknown {
  if (type.cardinality === 'list') return Array.isArray(value) ? value.filter((element) => isOne(type, element)) : undefined;
  return isOne(type.cardinality === 'map' ? { type: 'message' } : type, value) ? value : undefined;
}

function isOne({ type }: Pick<MemberType, 'type'>, value: JsonValue | undefined): boolean {
  if (type === 'message') return isJsonObject(value);
  if (type === 'string') return typeof value === 'string';
  return typeof value === (type === 'bool' ? 'boolean' : 'number');
}
