import { type ErrorType, OperationError } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { remedyForBroker } from './remedies.ts';

it.each<[ErrorType, RegExp]>([
  ['unauthenticated', /^set PULSAR_TOKEN/],
  ['permission-denied', /^set PULSAR_TOKEN/],
  ['failed-precondition', /^install that client, or set BUS_URL to the ws:/],
  ['unavailable', /^start the broker/],
])('doctor advises what helps where the broker is %s', (type, remedy) => {
  expect(remedyForBroker(new OperationError(type, 'no'))).toMatch(remedy);
});
