import { type Access, fleetPrincipalId, fleetTokenName, noteEnd, type SignScopeToken, type Visit } from '@agent-mem/access';
import { dayMs, OperationError, operationOf, type ServiceName, type Topic } from '@agent-mem/contract';
import {
  type Bus,
  busOver,
  DeadLetter,
  type Delivery,
  type Dispatch,
  type OutgoingMessage,
  type Reply,
} from '@agent-mem/messaging';
import { fleetGrant } from './fleet-grant.ts';

/** How long a message may wait: its token is of that message alone, so nobody can use it for another. */
const fleetTokenMs = 30 * dayMs;

/** The property of a message that says who sent it. */
const tokenProperty = 'scope_token';

/** A bus on which this process vouches for what it publishes, and takes no event that no process of the fleet has vouched for. */
export function vouchedBus(bus: Bus, sign: SignScopeToken, access: Access): Bus {
  /** Of messages that may be published again: a repeat is known by its token too. */
  const vouched = new WeakMap<OutgoingMessage, Promise<OutgoingMessage>>();

  function vouchedOnce(topic: Topic, message: OutgoingMessage): Promise<OutgoingMessage> {
    const before = vouched.get(message);
    if (before) return before;
    const made = vouchedFor(topic, message, sign);
    vouched.set(message, made);
    made.catch(() => vouched.delete(message));
    return made;
  }

  return busOver(bus, {
    async publish(topic, message, options) {
      // Replies go to the topic that their request named, and nobody checks them.
      await bus.publish(topic, topic.lane === 'reply' ? message : await vouchedOnce(topic, message), options);
    },
    subscribe(topic, options, handle) {
      if (topic.lane !== 'event') return bus.subscribe(topic, options, handle);
      return bus.subscribe(topic, options, async (delivery) => {
        await admitEvent(delivery, access);
        await handle(delivery);
      });
    },
  });
}

/** The dispatch of what comes over the bus: each request is asked as its token allows. */
export function admittingDispatch(service: ServiceName, access: Access, dispatch: Dispatch): Dispatch {
  return async (incoming, send) => {
    const { message, envelope, attempt } = incoming;
    if (!message) return dispatch(incoming, send);
    // Of a stranger's message this is the reason, whatever it asks: as a dead letter it is not replayed with others.
    const visitor = await access.authenticate({ ...visitOf(message), attempt });
    const operation = operationOf(service, envelope);
    // An envelope whose operation is known is an object that has it.
    const request = (envelope as Readonly<Record<string, object>>)[operation] ?? {};
    const asked = await visitor.authorize(service, operation, request);
    const answer = async () => {
      let last: Reply | null = null;
      await dispatch({ ...incoming, envelope: { [operation]: asked.request } }, (reply) => {
        last = reply;
        return send(reply);
      });
      return answerIn(last, operation);
    };
    // What the fleet asks of itself stands in the log of the way in by which it was asked.
    await (visitor.principal?.id === fleetPrincipalId ? answer() : noteEnd(asked, answer));
  };
}

async function vouchedFor(topic: Topic, message: OutgoingMessage, sign: SignScopeToken): Promise<OutgoingMessage> {
  const { payload, properties = {} } = message;
  // What is passed on to another process keeps the token that it came with.
  if (properties[tokenProperty]) return message;
  const token = await sign({
    name: fleetTokenName,
    lastsMs: fleetTokenMs,
    message: { payload, properties },
    ...fleetGrant(topic, payload),
  });
  return { ...message, properties: { ...properties, [tokenProperty]: token } };
}

/** Events come of what the fleet has stored: nobody else may tell of them. A message without its word becomes a dead letter. */
async function admitEvent({ payload, properties }: Delivery, access: Access): Promise<void> {
  try {
    const { principal } = await access.authenticate(visitOf({ payload, properties }));
    if (principal && principal.id !== fleetPrincipalId && access.mode === 'required')
      throw new OperationError('permission-denied', 'scope_token: events are published by the fleet alone');
  } catch (error) {
    if (error instanceof OperationError && !error.retryable) throw new DeadLetter(error.message, { cause: error });
    throw error;
  }
}

function visitOf({ payload, properties }: Pick<Delivery, 'payload' | 'properties'>): Visit {
  const { [tokenProperty]: authorization = null, reply_to: from = '' } = properties;
  return { authorization, actingFor: null, from, door: 'bus', message: { payload, properties } };
}

function answerIn(reply: Reply | null, operation: string): object | null {
  const answer = reply?.[operation];
  return typeof answer === 'object' ? answer : null;
}
