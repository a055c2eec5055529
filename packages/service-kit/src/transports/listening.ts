import type { ServiceName } from '@agent-mem/contract';
import type { Address } from './address.ts';
import type { Admission } from './admission/admission.ts';
import type { Certificate } from './certificate.ts';
import { type GrpcServer, startGrpc } from './grpc/grpc.ts';
import { type HttpFront, openHttpFront } from './http-front.ts';

/** Longest that stopping waits for what runs before it interrupts, in milliseconds. */
export const defaultDrainMs = 10_000;

/** Calls that are interrupted after the drain have so long to send their refusal, in milliseconds, before their connections are cut. */
const refusalMs = 1_000;

/** Where a process listens, and for which services. */
export interface ListenOptions {
  readonly services: readonly { readonly name: ServiceName }[];
  /** Port 0: any. `null`: not served. */
  readonly http: Address | null;
  readonly grpc: Address | null;
  /** What is shown over HTTP and gRPC, which then go by TLS alone; administrators ask without. Default: no TLS. */
  readonly certificate?: Certificate | null;
  /** What is taken over HTTP and gRPC before anybody knows who asks. Default: everything. */
  readonly admission?: Admission | null;
  /** Where administrators ask, and probes. Default: where everybody asks over HTTP. */
  readonly admin?: Address | null;
  /** Longest that stopping waits for running calls before they are interrupted, in milliseconds. Default 10,000. */
  readonly drainMs?: number;
  /** What the start waits for, for `/health/ready`. Default: that it starts. */
  readonly reasons?: () => readonly string[];
}

/**
 * A process that listens and tells its health, while its services are not there yet: until a host takes over, requests are refused as `unavailable`.
 * Disposing refuses connections from then on, waits for what runs, and cuts what has not ended a second after the drain time.
 */
export interface Listening extends AsyncDisposable {
  readonly http: HttpFront | null;
  readonly grpc: GrpcServer | null;
  /** `null`: administrators ask where everybody does. */
  readonly admin: HttpFront | null;
}

/** Listens. Rejects with the system's error, with its `port`, where an address is taken or none of this machine; nothing stays open then. */
export async function listen({
  services,
  http,
  grpc,
  admin = null,
  certificate = null,
  admission = null,
  drainMs = defaultDrainMs,
  reasons = () => ['the service is starting'],
}: ListenOptions): Promise<Listening> {
  await using stack = new AsyncDisposableStack();
  const names = services.map(({ name }) => name);
  const cutAfterMs = drainMs + refusalMs;
  const front = http && stack.use(await openHttpFront(http, { reasons, cutAfterMs, certificate, admission }));
  const adminFront = admin && stack.use(await openHttpFront(admin, { reasons, cutAfterMs }));
  const server = grpc && stack.use(await startGrpc(names, grpc, { cutAfterMs, certificate, admission }));
  stack.move();
  let closing: Promise<unknown> | null = null;
  return {
    http: front,
    grpc: server,
    admin: adminFront,
    async [Symbol.asyncDispose]() {
      // Side by side: neither is to take what the other one would refuse.
      closing ??= Promise.all([front, server, adminFront].map((each) => each?.[Symbol.asyncDispose]()));
      await closing;
    },
  };
}
