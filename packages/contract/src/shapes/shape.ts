import protobuf from 'protobufjs';
import rootJson from '../generated/root.json' with { type: 'json' };

/** What a field accepts beyond its type; `proto/agentmem/v1/rules.proto` tells each. */
export interface Rules {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly maxBytes?: number;
  readonly maxItems?: number;
  readonly oneOf?: readonly string[];
  readonly defaultValue?: string;
  readonly format?: string;
  readonly partOfText?: boolean;
  readonly free?: boolean;
  readonly sameAs?: string;
}

/** A field as validation, completion and schemas see it. */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'bool' | 'int32' | 'float' | 'double' | 'message';
  /** Name of the message, of type `message`. */
  readonly message: string | null;
  readonly cardinality: 'one' | 'list' | 'map';
  /** Absent and zero differ. */
  readonly optional: boolean;
  readonly rules: Rules;
  /** What the proto says of it. */
  readonly comment: string | null;
}

/** A message's fields, in order of the proto. */
export interface Shape {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The same by their names. */
  readonly byName: ReadonlyMap<string, Field>;
  /** What the proto says of it. */
  readonly comment: string | null;
}

/** The protos as protobufjs holds them. */
const protoRoot = protobuf.Root.fromJSON(rootJson as protobuf.INamespace);
protoRoot.resolveAll();

/** Where all messages and services stand. */
export const protoNamespace = protoRoot.lookup('agentmem.v1') as protobuf.Namespace;

const shapes = new Map<string, Shape>(
  protoNamespace.nestedArray.filter((nested) => nested instanceof protobuf.Type).map((type) => [type.name, shapeFrom(type)]),
);

/** The shape of a message by its name. */
export function shapeOf(message: string): Shape {
  const shape = shapes.get(message);
  if (!shape) throw new Error(`The contract has no message ${message}`);
  return shape;
}

function shapeFrom(type: protobuf.Type): Shape {
  const fields = type.fieldsArray.map(fieldFrom);
  return { name: type.name, fields, byName: new Map(fields.map((field) => [field.name, field])), comment: type.comment };
}

function fieldFrom(field: protobuf.Field): Field {
  const isMessage = field.resolvedType instanceof protobuf.Type;
  return {
    name: field.name,
    type: isMessage ? 'message' : (field.type as Field['type']),
    message: isMessage ? field.type : null,
    cardinality: field.map ? 'map' : field.repeated ? 'list' : 'one',
    optional: field.partOf !== null,
    rules: rulesFrom(field.options ?? {}),
    comment: field.comment,
  };
}

function rulesFrom(options: Record<string, unknown>): Rules {
  const rule = (name: string) => options[`(rules).${name}`];
  return {
    required: rule('required') as boolean | undefined,
    min: rule('min') as number | undefined,
    max: rule('max') as number | undefined,
    maxBytes: rule('max_bytes') as number | undefined,
    maxItems: rule('max_items') as number | undefined,
    oneOf: (rule('one_of') as string | undefined)?.split('|'),
    defaultValue: rule('default_value') as string | undefined,
    format: rule('format') as string | undefined,
    partOfText: rule('part_of_text') as boolean | undefined,
    free: rule('free') as boolean | undefined,
    sameAs: rule('same_as') as string | undefined,
  };
}
