import { services } from '../generated/services.ts';
import { type Field, shapeOf } from '../shapes/shape.ts';
import type { Topic } from './topic.ts';

type AvroType = string | readonly AvroType[] | { readonly [member: string]: unknown };

/**
 * The schema that Pulsar's registry keeps for a topic, as Avro record JSON; `null` for replies, whose topics carry every service's.
 * Every member is a union with null and defaults to null, so that members can be added, and typed clients may leave any out.
 */
export function topicSchema(topic: Topic): string | null {
  if (topic.lane === 'reply') return null;
  const message = topic.lane === 'event' ? 'Event' : services[topic.name as keyof typeof services].operation;
  return JSON.stringify(record(message, new Set()));
}

/** A record is written out where it is met first, and named from then on. */
function record(message: string, written: Set<string>): AvroType {
  if (written.has(message)) return `agentmem.v1.${message}`;
  written.add(message);
  const fields = shapeOf(message).fields.map((field) => ({
    name: field.name,
    type: ['null', typeOf(field, written)],
    default: null,
  }));
  return { type: 'record', name: message, namespace: 'agentmem.v1', fields };
}

const scalars: Record<string, string> = { string: 'string', bool: 'boolean', int32: 'int', float: 'double', double: 'double' };

function typeOf(field: Field, written: Set<string>): AvroType {
  const single = field.message ? record(field.message, written) : (scalars[field.type] as string);
  if (field.cardinality === 'list') return { type: 'array', items: single };
  return field.cardinality === 'map' ? { type: 'map', values: single } : single;
}
