import type { ServerResponse } from 'node:http';
import { OperationError } from '@agent-mem/contract';
import type { FastifyReply } from 'fastify';

/** How a reply ends. */
export interface ReplyEnd {
  /** Resolves when no more of it is sent. */
  readonly over: Promise<void>;
  /** Aborted with `cancelled` when the client hangs up before it has all of it. */
  readonly hungUp: AbortSignal;
}

const ends = new WeakMap<ServerResponse, ReplyEnd>();

/** The end of this reply, the same for each who asks. It may have come: a client hangs up while its credential is looked up. */
export function endOf({ raw }: Pick<FastifyReply, 'raw'>): ReplyEnd {
  const known = ends.get(raw);
  if (known) return known;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const left = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) left.abort(new OperationError('cancelled', 'The client hung up'));
    resolve();
  };
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  const end = { over, hungUp: left.signal };
  ends.set(raw, end);
  return end;
}
