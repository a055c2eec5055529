import { OperationError } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { DeadLetter } from '../bus.ts';
import { type FailedRequest, type Fate, fateOf } from './failed-request.ts';

const passing = new OperationError('unavailable', 'the store is away');
const lasting = new OperationError('invalid-argument', 'content: must not be empty');
const tooEarly = new OperationError('resource-exhausted', 'too many', { retryAfterMs: 500 });

/** A command, at its first attempt, whose caller waits. */
function command(cause: unknown, changes: Partial<FailedRequest> = {}): FailedRequest {
  const flags = {
    isAccepted: false,
    isHandedOn: false,
    isAnswered: false,
    isLate: false,
    isLastAttempt: false,
    isStopping: false,
  };
  return { transport: 'command', hasCaller: true, ...flags, cause, error: OperationError.from(cause), ...changes };
}

const query = (cause: unknown, changes: Partial<FailedRequest> = {}) => command(cause, { transport: 'query', ...changes });
const dead = new DeadLetter('it is no JSON');

const cases: readonly [string, FailedRequest, Fate][] = [
  ['a command that a repeat may mend', command(passing), 'again'],
  ['its last attempt', command(passing, { isLastAttempt: true }), 'dead-letter'],
  ['its deadline', command(passing, { isLate: true }), 'answered'],
  ['its deadline, without a caller', command(passing, { isLate: true, hasCaller: false }), 'dead-letter'],
  ['a stop', command(passing, { isStopping: true, isLastAttempt: true }), 'not-yet'],
  ['a stop after its deadline', command(passing, { isStopping: true, isLate: true }), 'answered'],
  ['a stop after a frame', command(passing, { isStopping: true, isAnswered: true }), 'dead-letter'],
  ['accepted work', command(passing, { isAccepted: true }), 'answered'],
  [
    'accepted work at a stop, for another process',
    command(passing, { isAccepted: true, isHandedOn: true, isStopping: true }),
    'handed-on',
  ],
  ['what no repeat mends', command(lasting), 'answered'],
  ['what no repeat mends, without a caller', command(lasting, { hasCaller: false }), 'dead-letter'],
  ['a refusal until a time', command(tooEarly), 'answered'],
  ['a refusal until a time, without a caller', command(tooEarly, { hasCaller: false }), 'later'],
  ['such a refusal after the deadline', command(tooEarly, { hasCaller: false, isLate: true }), 'answered'],
  ['a message that cannot be read', command(dead), 'dead-letter'],
  ['a query', query(passing), 'answered'],
  ['a query without a caller', query(passing, { hasCaller: false }), 'answered'],
  ['a query at a stop', query(passing, { isStopping: true }), 'elsewhere'],
  ['a stream that has begun, at a stop', query(passing, { isStopping: true, isAnswered: true }), 'answered'],
];

it.each(cases)('%s', (_, failed, fate) => expect(fateOf(failed)).toBe(fate));
