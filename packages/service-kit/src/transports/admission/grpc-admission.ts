import { OperationError } from '@agent-mem/contract';
import {
  ResponderBuilder,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerListener,
  ServerListenerBuilder,
  type ServerOptions,
} from '@grpc/grpc-js';
import { grpcStatus, trailersOf } from '../grpc-status.ts';
import { type Admission, arrivalMs, maxPerConnection } from './admission.ts';

/** Connections that do nothing, or whose client has gone, are closed; a client waits with more calls than so many. */
export const connectionLimits: ServerOptions = {
  'grpc.max_connection_idle_ms': 300_000,
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 20_000,
  'grpc.max_concurrent_streams': maxPerConnection,
};

/** Refuses calls that are too many before their requests are read, and those whose requests do not arrive. Health is always answered. */
export function admittingCalls(admission: Admission | null): ServerInterceptor {
  return ({ path }, call) => {
    const end = (error: OperationError) =>
      call.sendStatus({ code: grpcStatus[error.type], details: error.message, metadata: trailersOf(error) });
    const late = setTimeout(() => end(tooSlow()), arrivalMs).unref();
    const listener: ServerListener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const refusal = path.startsWith('/grpc.') ? null : refusalOf(admission);
        if (!refusal) return next(metadata);
        clearTimeout(late);
        end(refusal);
      })
      .withOnReceiveHalfClose((next) => {
        clearTimeout(late);
        next();
      })
      .withOnCancel(() => clearTimeout(late))
      .build();
    return new ServerInterceptingCall(call, new ResponderBuilder().withStart((next) => next(listener)).build());
  };
}

function refusalOf(admission: Admission | null): OperationError | null {
  try {
    admission?.checkRoom();
    return null;
  } catch (error) {
    return OperationError.from(error);
  }
}

function tooSlow(): OperationError {
  return new OperationError('deadline-exceeded', `The request has not arrived within ${arrivalMs / 1_000} s`);
}
