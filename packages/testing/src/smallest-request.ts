import { type Field, operationFacts, type ServiceName, shapeOf } from '@agent-mem/contract';

/** The smallest request of an operation that the rules of its fields let pass. */
export function smallestRequest(service: ServiceName, operation: string): object {
  return smallestMessage(operationFacts(service, operation).request);
}

function smallestMessage(message: string): object {
  const needed = shapeOf(message).fields.filter(({ rules }) => rules.required);
  return Object.fromEntries(needed.map((field) => [field.name, smallestValue(field)]));
}

function smallestValue(field: Field): unknown {
  if (field.cardinality === 'list') return [smallestElement(field)];
  if (field.cardinality === 'map') return { name: smallestElement(field) };
  return smallestElement(field);
}

function smallestElement({ type, message, rules }: Field): unknown {
  if (type === 'message') return smallestMessage(message ?? '');
  if (type === 'bool') return true;
  if (type !== 'string') return rules.min ?? 0;
  const { format = '', oneOf } = rules;
  if (oneOf) return oneOf[0];
  if (format.startsWith('id:')) return `${format.slice(3)}_01890000-0000-7000-8000-000000000000`;
  return format === 'timestamp' ? '2026-05-07T00:00:00.000Z' : format === 'json' ? '{}' : 'tea';
}
