import type { Event } from '../generated/messages.ts';
import type { Init } from '../init.ts';
import { operationFacts } from '../operations/operation-facts.ts';
import type { ServiceName } from '../operations/operation-types.ts';
import { zeroOf } from './absent.ts';
import { type Field, shapeOf } from './shape.ts';

/** The response with every member named: what was left out is null, zero or empty. Members the contract does not know are dropped. */
export function completeResponse(service: ServiceName, operation: string, response: object): object {
  return complete(operationFacts(service, operation).response, response);
}

/** The event with every member named. */
export function completeEvent(event: Init<Event>): Event {
  return complete<Event>('Event', event);
}

/** Its result has every member the message's shape names, which is what a generated type of that name says. */
function complete<Message extends object>(message: string, given: object): Message {
  const members = given as Record<string, unknown>;
  const completed: Record<string, unknown> = {};
  for (const field of shapeOf(message).fields) completed[field.name] = completeField(field, members[field.name]);
  return completed as Message;
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
