import { checkedIdempotencyKey, notKnown, OperationError, operationOf, unknownMembers } from '@agent-mem/contract';
import { objectAt } from '../field.ts';

/** The services of memory that a flow's clients may ask. */
export const memoryServices = ['facts', 'episodes', 'conversations'] as const;

/** What a client asks of memory. */
export interface MemoryRequest {
  readonly service: (typeof memoryServices)[number];
  readonly operation: string;
  /** As the client wrote it: the service checks it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Makes a repeated command have one effect and the same answer; `null`: none was given. */
  readonly idempotencyKey: string | null;
  /** By which the client shows that it may ask; `null`: none was given. */
  readonly token: string | null;
  /** What the client wrote that is not known, a text each. */
  readonly warnings: readonly string[];
}

/** What stands in the envelope beside the services. */
const beside = ['idempotency_key', 'token'];
const known: readonly string[] = [...memoryServices, ...beside];
/** What a gateway adds to it. */
const added: readonly string[] = ['workspace', 'user-context'];

/**
 * Reads what stands in the envelope: `{"facts": {"retrieve": {"query": "…"}}}`, and beside it `idempotency_key` and `token`. Members that a
 * gateway adds (`workspace`, `user-context`) are passed over. Throws `invalid-argument` that names what is wrong. What is not known is let through and
 * reported, as on the bus: clients, gateways and agent-mem are of versions of their own.
 */
export function readMemoryRequest(payload: unknown): MemoryRequest {
  const envelope = objectAt(payload ?? {}, 'memory');
  const asked = memoryServices.filter((name) => envelope[name] !== undefined && envelope[name] !== null);
  const [service] = asked;
  if (!service || asked.length > 1) {
    const got = asked.length > 0 ? asked : strangeIn(envelope);
    throw new OperationError(
      'invalid-argument',
      `memory: must have one of ${memoryServices.join(', ')}, got ${got.length === 0 ? 'none' : got.join(' and ')}`,
    );
  }
  const operation = named(service, envelope[service]);
  const request = objectAt(objectAt(envelope[service], service)[operation], `${service}.${operation}`);
  const token = typeof envelope.token === 'string' ? envelope.token : null;
  const idempotencyKey = keyOf(envelope.idempotency_key);
  return { service, operation, request, idempotencyKey, token, warnings: warningsOf(service, envelope) };
}

function warningsOf(service: MemoryRequest['service'], envelope: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...unknownMembers(service, envelope[service]).map((text) => `${service}.${text}`),
    ...strangeIn(envelope).map((name) => `${name}: ${notKnown(name, known)}`),
  ];
}

/** The first members that are not known, each by the beginning of its name. */
function strangeIn(envelope: Readonly<Record<string, unknown>>): readonly string[] {
  const strange = Object.keys(envelope).filter((name) => ![...known, ...added].includes(name) && envelope[name] !== null);
  return strange.slice(0, 20).map((name) => name.slice(0, 80));
}

function named(service: MemoryRequest['service'], operations: unknown): string {
  try {
    return operationOf(service, operations);
  } catch (cause) {
    const { message } = OperationError.from(cause);
    throw new OperationError('invalid-argument', message.replace(/^message/, service), { cause });
  }
}

function keyOf(key: unknown): string | null {
  return key === undefined || key === null ? null : checkedIdempotencyKey('idempotency_key', key);
}
