import type { Socket } from 'node:net';
import { OperationError } from '@agent-mem/contract';

/** A connection too many is closed after this time, if nothing came on it that could be answered, in milliseconds. */
const excessMs = 1_000;

/** The connections of one server that are open. */
export interface OpenConnections {
  /**
   * Counts a connection until it closes. Where there are as many as there may be, the one that was used longest ago and is not busy is closed, and makes room. Answers
   * whether there is none: the connection is one too many, and is closed a second later.
   */
  isExcess(socket: Socket): boolean;
  /** A request has come on it, or was answered. */
  used(socket: Socket): void;
}

/** Counts connections, of which there may be `most`. One client could otherwise open them all, send nothing, and have everybody else refused. */
export function countConnections(most: number, isBusy: (socket: Socket) => boolean): OpenConnections {
  /** The one that was used longest ago comes first. */
  const taken = new Set<Socket>();

  function makeRoom(): void {
    for (const socket of taken) {
      if (isBusy(socket)) continue;
      taken.delete(socket);
      socket.destroy();
      return;
    }
  }

  return {
    isExcess(socket) {
      if (taken.size >= most) makeRoom();
      if (taken.size >= most) {
        // It takes no room: else those who come again would keep the server full.
        setTimeout(() => socket.destroy(), excessMs).unref();
        return true;
      }
      taken.add(socket);
      socket.once('close', () => taken.delete(socket));
      return false;
    },
    used(socket) {
      if (taken.delete(socket)) taken.add(socket);
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
