import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  type Server,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { grpcProtocol } from './protocol.ts';

interface Asked {
  readonly service: string;
}

interface Health {
  readonly status: 'SERVING' | 'NOT_SERVING' | 'SERVICE_UNKNOWN';
}

/** What is reported of all of them together. Disposing reports them as not serving, for good. */
export interface GrpcHealth extends Disposable {
  /** Reports them as serving. */
  serve(): void;
}

/** Serves `grpc.health.v1.Health` for these services and for the process, which is named "". At first they are not serving. */
export function addHealth(server: Server, servedServices: readonly string[]): GrpcHealth {
  const known: ReadonlySet<string> = new Set(['', ...servedServices]);
  const watchers = new Set<ServerWritableStream<Asked, Health>>();
  let isServing = false;
  const healthOf = (service: string): Health => {
    if (!known.has(service)) return { status: 'SERVICE_UNKNOWN' };
    return { status: isServing ? 'SERVING' : 'NOT_SERVING' };
  };
  const Check: handleUnaryCall<Asked, Health> = ({ request: { service } }, callback) => {
    if (known.has(service)) callback(null, healthOf(service));
    else callback({ code: status.NOT_FOUND, details: `There is no service "${service}"` });
  };
  const List: handleUnaryCall<object, { readonly statuses: Readonly<Record<string, Health>> }> = (_call, callback) =>
    callback(null, { statuses: Object.fromEntries([...known].map((service) => [service, healthOf(service)])) });
  const Watch: handleServerStreamingCall<Asked, Health> = (call) => {
    watchers.add(call);
    call.on('cancelled', () => watchers.delete(call));
    call.write(healthOf(call.request.service));
  };
  server.addService(grpcProtocol('grpc.health.v1.Health'), { Check, List, Watch });
  const report = (serving: boolean) => {
    isServing = serving;
    for (const watcher of watchers) watcher.write(healthOf(watcher.request.service));
  };
  return {
    serve: () => report(true),
    [Symbol.dispose]() {
      report(false);
      for (const watcher of watchers) {
        // A stream that stays open would keep the server from stopping.
        watcher.end();
      }
      watchers.clear();
    },
  };
}
