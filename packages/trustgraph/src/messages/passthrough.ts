import { anything, flag, nullable } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';

/** What a client sent to `thru/<kind>` at the gateway (2.8.7 and later), as it is. */
export const passthroughRequestMessage = wireMessage('PassthroughRequest', { payload: anything() });

/** What the client gets, one of several unless `is_final`. */
export const passthroughResponseMessage = wireMessage('PassthroughResponse', {
  payload: anything(),
  error: nullable(wireError),
  is_final: flag(true),
});
