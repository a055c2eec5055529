import { expect, it } from 'vitest';
import { OperationError } from './error.ts';

it('what a process cannot open is unavailable and may be tried again; what nobody foresaw is internal', () => {
  const missing = Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
  expect(OperationError.from(missing)).toMatchObject({ type: 'unavailable', retryable: true, cause: missing });
  expect(OperationError.from(missing).message).toContain('out of file descriptors');
  expect(OperationError.from(new Error('oh'))).toMatchObject({ type: 'internal', retryable: false });
});
