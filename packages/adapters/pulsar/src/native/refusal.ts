import { type ErrorType, OperationError } from '@agent-mem/contract';

type Meaning = readonly [type: ErrorType, reason: string];

const unreachable: Meaning = ['unavailable', 'it cannot be reached now'];
const overloaded: Meaning = ['resource-exhausted', 'it has too much to do'];

/** What the client's results mean. Whether a repeat may help follows from the type. */
const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  // The one sign of a wrong token: the broker closes the connection, and the client tries until the time is over.
  ['TimeOut', ['unavailable', 'no answer in time: the broker is down or overloaded, or PULSAR_TOKEN is missing or wrong']],
  ['ConnectError', ['unavailable', 'no connection: check host and port, and with pulsar+ssl:// the certificates']],
  ['NotConnected', unreachable],
  ['ReadError', unreachable],
  ['LookupError', unreachable],
  ['ServiceUnitNotReady', unreachable],
  ['Retryable', unreachable],
  ['ResultInterrupted', unreachable],
  ['BrokerPersistenceError', ['unavailable', 'the broker could not store it']],
  [
    'BrokerMetadataError',
    ['unavailable', 'the broker has trouble with its metadata, or the tenant is missing (run the command init)'],
  ],
  ['ChecksumError', ['unavailable', 'it was damaged on the way']],
  ['UnknownError', ['unavailable', 'the broker does not say why']],
  ['AlreadyClosed', ['unavailable', 'it is closed']],
  ['ResultProducerFenced', ['unavailable', 'another producer took its place']],
  ['TooManyLookupRequestException', overloaded],
  ['ProducerQueueIsFull', ['resource-exhausted', 'too many messages wait to be sent']],
  ['ResultMemoryBufferIsFull', ['resource-exhausted', 'too many messages wait to be sent']],
  ['ProducerBlockedQuotaExceededError', ['resource-exhausted', 'the backlog quota of its namespace is used up']],
  ['ProducerBlockedQuotaExceededException', ['resource-exhausted', 'the backlog quota of its namespace is used up']],
  ['AuthenticationError', ['unauthenticated', 'the token is refused: set PULSAR_TOKEN']],
  ['ErrorGettingAuthenticationData', ['unauthenticated', 'there is no token to show: set PULSAR_TOKEN']],
  ['AuthorizationError', ['permission-denied', 'its role may not: run the command init --role NAME, or set PULSAR_TOKEN']],
  ['TopicNotFound', ['not-found', 'there is no such topic; run the command init']],
  ['SubscriptionNotFound', ['not-found', 'there is no such subscription; run the command init']],
  ['ConsumerBusy', ['failed-precondition', 'its members do not admit this one']],
  ['ProducerBusy', ['failed-precondition', 'another producer has it for itself']],
  ['TopicTerminated', ['failed-precondition', 'the topic is terminated']],
  ['IncompatibleSchema', ['failed-precondition', "its schema does not fit the topic's; run the command init"]],
  ['ResultNotAllowedError', ['failed-precondition', 'the broker does not allow it']],
  ['MessageTooBig', ['out-of-range', 'payload, key and properties are larger than the broker takes (5 MiB by default)']],
  ['InvalidTopicName', ['invalid-argument', 'Pulsar admits no such name']],
  ['InvalidUrl', ['invalid-argument', 'its URL is none of Pulsar’s']],
  ['InvalidConfiguration', ['invalid-argument', 'the client refuses its options']],
  ['OperationNotSupported', ['unimplemented', 'the broker cannot do it']],
  ['UnsupportedVersionError', ['unimplemented', 'the broker is too old for it']],
]);

/** The name of the client's result, which ends the message of its errors. */
export function resultOf(cause: unknown): string {
  return /(?<!\w)\w+$/.exec((cause instanceof Error ? cause.message : String(cause)).trimEnd())?.[0] ?? '';
}

/** What a failure of the client means for `what` ("a consumer of persistent://agent-mem/command/facts"). */
export function refusalOf(cause: unknown, what: string): OperationError {
  if (cause instanceof OperationError) return cause;
  const result = resultOf(cause);
  const [, tenant, channel] = /persistent:\/\/([^/]+)\/([^/]+)\//.exec(what) ?? [];
  // Topics appear when they are used: what is missing is their namespace.
  if (result === 'TopicNotFound' && tenant)
    return new OperationError('not-found', `Pulsar has no tenant ${tenant} with namespace ${channel}; run the command init`, {
      cause,
    });
  const [type, reason] = meanings.get(result) ?? ['internal', 'see the log'];
  return new OperationError(type, `Pulsar refused ${what}: ${reason} (${result})`, { cause });
}
