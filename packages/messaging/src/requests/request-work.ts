import { type OperationError, type OperationFacts, operationOf, operationsOf, type ServiceName } from '@agent-mem/contract';
import type { Delivery } from '../bus.ts';
import { parseJson } from '../json.ts';
import type { Acceptance, Dispatch, IncomingRequest, Reply, ReplyAddress } from './request.ts';
import { keyOfDelivery, type RequestProperties } from './request-properties.ts';
import { type UnknownReport, unknownReport } from './unknown-report.ts';

/** A request as it came. */
export interface Received {
  readonly delivery: Delivery;
  readonly transport: 'query' | 'command';
  readonly properties: RequestProperties;
  /** `null`: nobody waits for an answer. */
  readonly replyTo: ReplyAddress | null;
}

/** The work on one request of the bus, and how far it has come. */
export class RequestWork {
  readonly received: Received;
  readonly #service: ServiceName;
  readonly #accept: () => void;
  #request: IncomingRequest | null = null;
  #facts: OperationFacts | null = null;
  #unknown: UnknownReport | null = null;
  #sequence = 0;
  #acceptance: Acceptance | null = null;
  #isAnswered = false;

  /** @param accept called once the work would survive without its message. */
  constructor(service: ServiceName, received: Received, accept: () => void) {
    this.#service = service;
    this.received = received;
    this.#accept = accept;
  }

  /** `null` until it could be read. */
  get request(): IncomingRequest | null {
    return this.#request;
  }

  get isAccepted(): boolean {
    return this.#acceptance !== null;
  }

  get isHandedOn(): boolean {
    return this.#acceptance?.isHandedOn ?? false;
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Has the request answered. Rejects as `dispatch` does, and with `invalid-argument` where it cannot be read. */
  async run(dispatch: Dispatch, signal: AbortSignal, send: (reply: Reply) => Promise<void>): Promise<void> {
    const request = incomingRequest(this.received, { signal, accepted: (how) => this.#accepted(how) });
    this.#request = request;
    this.#facts = factsOf(this.#service, request.envelope);
    const unknown = unknownReport(this.#service, request.envelope);
    this.#unknown = unknown;
    if (this.#facts?.exact) unknown.refuse();
    await dispatch(request, async (reply) => {
      if (typeof reply.sequence === 'number') this.#sequence = reply.sequence + 1;
      await send({ ...reply, ...unknown.once() });
      this.#isAnswered = true;
    });
  }

  /** The reply that ends it; of a stream, its last frame. */
  errorReply(error: OperationError): Reply {
    const warnings = this.#unknown?.once() ?? { warnings: null };
    return { error: error.toWire(), ...warnings, ...(this.#facts?.stream ? { sequence: this.#sequence, end: true } : {}) };
  }

  #accepted(how: Acceptance = {}): undefined {
    if (how.isAnsweredFirst) return;
    this.#acceptance = how;
    this.#accept();
  }
}

/** The request for dispatch to check. Throws `invalid-argument` if it cannot be read at all. */
function incomingRequest(
  { delivery, transport, properties, replyTo }: Received,
  handling: Pick<IncomingRequest, 'signal' | 'accepted'>,
): IncomingRequest {
  const { id, deadline, traceparent, sentAt, refusal } = properties;
  if (refusal) throw refusal;
  // A command without a key gets one from its message, so that a redelivery has no second effect.
  const idempotencyKey = properties.idempotencyKey ?? (transport === 'command' ? keyOfDelivery(delivery.id) : null);
  const { attempt, payload } = delivery;
  const request = { id, idempotencyKey, deadline, sentAt, traceparent, transport, attempt };
  return { envelope: parseJson(payload), message: delivery, ...request, ...handling, ...(replyTo ? { replyTo } : {}) };
}

/** What the contract says of the operation that a message asks for; `null` if it asks for none. */
function factsOf(service: ServiceName, envelope: unknown): OperationFacts | null {
  try {
    return operationsOf(service)[operationOf(service, envelope)] ?? null;
  } catch {
    return null;
  }
}
