import {
  ResponderBuilder,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js';
import { stopping } from '../../pipeline/request-signal.ts';
import { trailersOf } from './status.ts';

/** The calls of a gRPC server. */
export interface GrpcCalls {
  /** Sees every call begin, its request arrive, and its end. */
  readonly interceptor: ServerInterceptor;
  /**
   * Ends the calls whose request has not arrived whole with UNAVAILABLE: a client that stopped in the middle of it would hold up a stop.
   * Resolves when all others are answered.
   */
  drain(): Promise<void>;
}

/** Watches the calls of one server. */
export function watchCalls(): GrpcCalls {
  const arriving = new Set<ServerInterceptingCallInterface>();
  const running = new Set<ServerInterceptingCallInterface>();
  const drained = Promise.withResolvers<void>();
  let isDraining = false;

  function ended(call: ServerInterceptingCallInterface): void {
    arriving.delete(call);
    running.delete(call);
    if (isDraining && running.size === 0) drained.resolve();
  }

  return {
    interceptor(_method, call) {
      arriving.add(call);
      const listener = new ServerListenerBuilder()
        .withOnReceiveHalfClose((next) => {
          if (arriving.delete(call)) running.add(call);
          next();
        })
        // gRPC says so at the end of every call, also of one that was answered.
        .withOnCancel(() => ended(call))
        .build();
      return new ServerInterceptingCall(call, new ResponderBuilder().withStart((next) => next(listener)).build());
    },
    async drain() {
      isDraining = true;
      const error = stopping();
      for (const call of arriving)
        call.sendStatus({ code: status.UNAVAILABLE, details: error.message, metadata: trailersOf(error) });
      if (running.size === 0) drained.resolve();
      await drained.promise;
    },
  };
}
