import { OperationError } from '@agent-mem/contract';
import {
  ResponderBuilder,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerListener,
  ServerListenerBuilder,
  type ServerOptions,
} from '@grpc/grpc-js';
import { maxMessageBytes } from '../grpc/refusals.ts';
import { grpcStatus, trailersOf } from '../grpc/status.ts';
import { type Admission, arrivalTimes, maxPerConnection, mostWaitingCalls } from './admission.ts';
import { callsOfConnections } from './calls-of-connections.ts';
import type { GrpcListener } from './grpc-listener.ts';
import { busy, tooManyConnections } from './open-connections.ts';

/**
 * A client with more calls than so many on a connection waits with them. Far above `maxPerConnection`: Node counts a call that its client cancelled for a moment longer
 * than the client does. A client at the limit that cancels calls and begins others would have these refused as RESOURCE_EXHAUSTED, and after a hundred its connection cut.
 */
const maxStreams = 1_024;

/** Connections that do nothing, or whose client has gone, are closed; a longer message is refused. */
export function connectionLimits({ connectionAgeMs }: Pick<Admission, 'connectionAgeMs'>): ServerOptions {
  return {
    'grpc.max_connection_idle_ms': 300_000,
    'grpc.keepalive_time_ms': 60_000,
    'grpc.keepalive_timeout_ms': 20_000,
    'grpc.max_concurrent_streams': maxStreams,
    'grpc.max_receive_message_length': maxMessageBytes,
    ...(connectionAgeMs !== undefined && { 'grpc.max_connection_age_ms': connectionAgeMs }),
  };
}

/**
 * Refuses calls that are too many before their requests are read, and those whose requests do not arrive. More calls of one connection than may run wait, unread. Health
 * is always answered. A connection is busy while a call of it is under way.
 */
export function admittingCalls(
  admission: Admission,
  { isExcess, begin }: Pick<GrpcListener, 'isExcess' | 'begin'>,
): ServerInterceptor {
  const { maxConnections, times: { wholeMs } = arrivalTimes } = admission;
  const calls = callsOfConnections(maxPerConnection, mostWaitingCalls);
  const refusalOf = (peer: string): OperationError | null => {
    if (isExcess(peer)) return tooManyConnections(maxConnections);
    if (!calls.hasRoom(peer))
      return busy(`This connection has ${maxPerConnection} calls that wait for their answers, and no more are taken`);
    try {
      admission.checkRoom();
      return null;
    } catch (error) {
      return OperationError.from(error);
    }
  };
  return ({ path }, call) => {
    const isOpenToAll = path.startsWith('/grpc.');
    let over = () => {};
    let leave = () => {};
    const end = (error: OperationError) =>
      call.sendStatus({ code: grpcStatus[error.type], details: error.message, metadata: trailersOf(error) });
    let late: NodeJS.Timeout | undefined;
    const arriving = () => {
      late = setTimeout(() => end(tooSlow(wholeMs)), wholeMs).unref();
    };
    const listener: ServerListener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const refusal = isOpenToAll ? null : refusalOf(call.getPeer());
        if (refusal) return end(refusal);
        const begun = () => {
          arriving();
          next(metadata);
        };
        if (isOpenToAll) begun();
        else leave = calls.enter(call.getPeer(), begun);
      })
      .withOnReceiveHalfClose((next) => {
        clearTimeout(late);
        // Anybody may watch health for as long as it likes.
        if (!isOpenToAll) over = begin(call.getPeer());
        next();
      })
      // gRPC says so at the end of every call.
      .withOnCancel(() => {
        clearTimeout(late);
        over();
        leave();
      })
      .build();
    return new ServerInterceptingCall(call, new ResponderBuilder().withStart((next) => next(listener)).build());
  };
}

function tooSlow(wholeMs: number): OperationError {
  return new OperationError('deadline-exceeded', `The request has not arrived within ${wholeMs / 1_000} s`);
}
