import type { Event } from './generated/messages.ts';
import { services } from './generated/services.ts';
import type { OperationName, ResponseOf, ServiceName } from './index.ts';
import type { Init } from './init.ts';
import { type Field, shapeOf } from './shape.ts';
import { zeroOf } from './zero.ts';

/** The response with every member named: what was left out is null, zero or empty. Members the contract does not know are dropped. */
export function completeResponse<Service extends ServiceName, Name extends OperationName<Service>>(
  service: Service,
  operation: Name,
  response: Init<ResponseOf<Service, Name>>,
): ResponseOf<Service, Name> {
  const operations: Record<string, { response: string }> = services[service].operations;
  return complete(operations[operation]?.response as string, response as object) as ResponseOf<Service, Name>;
}

/** The event with every member named. */
export function completeEvent(event: Init<Event>): Event {
  return complete('Event', event) as unknown as Event;
}

function complete(message: string, given: object): Record<string, unknown> {
  const members = given as Record<string, unknown>;
  return Object.fromEntries(shapeOf(message).fields.map((field) => [field.name, completeField(field, members[field.name])]));
}

function completeField(field: Field, given: unknown): unknown {
  const message = field.message;
  if (given === null || given === undefined) {
    return message && field.cardinality === 'one' && !field.optional ? complete(message, {}) : zeroOf(field);
  }
  if (!message || field.cardinality === 'map') return given;
  return field.cardinality === 'list'
    ? (given as object[]).map((element) => complete(message, element))
    : complete(message, given as object);
}
