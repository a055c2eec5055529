import { type Listening, type ListenOptions, listen } from '@agent-mem/service-kit';
import type { FleetConfig } from '../config.ts';
import { StartFailed } from '../refusal.ts';
import { adminPort } from './admin-port.ts';
import { isLoopback, reachable } from './reachable-address.ts';

/** Where a fleet is reached. */
export interface FleetAddresses {
  /** `http://127.0.0.1:8700`; `null` when it is not served. */
  readonly httpUrl: string | null;
  /** Where administrators ask, and programs on this machine: `http://127.0.0.1:8702`; `null` when HTTP is not served. */
  readonly adminUrl: string | null;
  /** `127.0.0.1:8701` */
  readonly grpcUrl: string | null;
  /** Other machines can reach it. */
  readonly isExposed: boolean;
}

/** Listens where the variables say. Throws `StartFailed`, which names the variable, for an address that cannot be listened on. */
export async function listenAs(
  config: FleetConfig,
  {
    serves,
    ...options
  }: Omit<ListenOptions, 'http' | 'grpc' | 'admin' | 'drainMs'> & {
    readonly serves: { readonly http: boolean; readonly grpc: boolean };
  },
): Promise<{ readonly listening: Listening; readonly addresses: FleetAddresses }> {
  const listening = await listen({
    ...options,
    http: !serves.http ? null : { host: config.HOST, port: config.HTTP_PORT },
    grpc: !serves.grpc ? null : { host: config.HOST, port: config.GRPC_PORT },
    admin: !serves.http ? null : { host: config.ADMIN_HOST, port: adminPort(config) },
    drainMs: config.DRAIN_SECONDS * 1000,
  }).catch((error: unknown) => {
    throw cannotListen(error, config) ?? error;
  });
  const { http, grpc, admin } = listening;
  const { host: boundTo = config.HOST } = http?.address ?? {};
  const addresses = {
    httpUrl: http && `${options.certificate ? 'https' : 'http'}://${reachable(http.address)}`,
    adminUrl: admin && `http://${reachable(admin.address)}`,
    grpcUrl: grpc && reachable({ ...grpc.address, host: boundTo }),
    isExposed: !isLoopback(boundTo),
  };
  return { listening, addresses };
}

/** Why an address could not be listened on; `null` for any other error. */
function cannotListen(error: unknown, config: FleetConfig): StartFailed | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  const port = 'port' in error ? Number(error.port) : null;
  const isAdmin = port === adminPort(config) && port !== config.GRPC_PORT && port !== config.HTTP_PORT;
  const [hostName, host] = isAdmin ? ['ADMIN_HOST', config.ADMIN_HOST] : ['HOST', config.HOST];
  const name = isAdmin ? 'ADMIN_PORT' : port === config.GRPC_PORT ? 'GRPC_PORT' : 'HTTP_PORT';
  const variable = `${name} ${port ?? ''}`;
  const failed = (sentence: string) => new StartFailed(sentence, { cause: error });
  switch (error.code) {
    case 'EADDRINUSE':
      return failed(`${variable} is taken on ${host} (set another, or 0 for any free one)`);
    case 'EACCES':
      return failed(`${variable} may not be listened on by this user (set one above 1023, or 0 for any free one)`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed(
        `${hostName} ${host} is no address of this machine (set another; 127.0.0.1 is reached from this machine only)`,
      );
    default:
      return null;
  }
}
