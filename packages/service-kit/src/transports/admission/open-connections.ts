import type { Socket } from 'node:net';
import { OperationError } from '@agent-mem/contract';

/** A connection too many is closed after this time, if nothing came on it that could be answered, in milliseconds. */
const excessMs = 1_000;

/** The connections of one server that are open. */
export interface OpenConnections {
  /** Counts a connection until it closes. Answers whether it is one too many: it is closed a second later. */
  isExcess(socket: Socket): boolean;
}

/** Counts connections, of which there may be `most`. */
export function countConnections(most: number): OpenConnections {
  let taken = 0;
  return {
    isExcess(socket) {
      if (taken >= most) {
        // It takes no room: else those who come again would keep the server full.
        setTimeout(() => socket.destroy(), excessMs).unref();
        return true;
      }
      taken += 1;
      socket.once('close', () => {
        taken -= 1;
      });
      return false;
    },
  };
}

/** What comes on a connection too many is refused with. */
export function tooManyConnections(most: number): OperationError {
  return busy(`MAX_CONNECTIONS: ${most} connections are open, and no more are taken`);
}

/** So much has come that this is not read; its caller is to ask again in a second. */
export function busy(sentence: string): OperationError {
  return new OperationError('unavailable', `${sentence}; ask again in 1 s`, { retryAfterMs: 1_000 });
}
