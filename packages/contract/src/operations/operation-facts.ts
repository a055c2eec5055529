import { OperationError } from '../error.ts';
import { services } from '../generated/services.ts';
import type { ServiceName } from './operation-types.ts';
import type { Permission } from './permission.ts';
import type { WhenOff } from './when-off.ts';

/** What the contract says of an operation beside its messages. */
export interface OperationFacts {
  /** The name of its method over gRPC: `AppendMessage`. */
  readonly rpc: string;
  /** Names of its messages. */
  readonly request: string;
  readonly response: string;
  /** It answers frames. */
  readonly stream: boolean;
  /** It changes something, so it goes by the durable channel. */
  readonly command: boolean;
  /** The member of the request that names what it changes; `null`: it is ordered among all commands of its scope. */
  readonly orderedBy: string | null;
  /** The member of the request that names what is read; `null`: it reads nothing by its name. */
  readonly readBy: string | null;
  /** It is not built: it answers `unimplemented`, and nothing else tells of it. */
  readonly planned: boolean;
  /** A misread request would destroy something: an unknown member is refused on the bus too. */
  readonly exact: boolean;
  /** The list of the request whose elements are stored one by one; `null`: the request is one thing. */
  readonly each: string | null;
  /** For services of the fleet alone: no client's transport carries it. */
  readonly internal: boolean;
  /** What it does where memory is off for the request's user, scope or conversation. */
  readonly whenOff: WhenOff;
  /** What its caller must be allowed to do. */
  readonly permission: Permission;
}

/** The operations of a service by their names, for code that serves or asks any of them. */
export function operationsOf(service: ServiceName): Readonly<Record<string, OperationFacts>> {
  return services[service].operations;
}

/** What the contract says of an operation. Throws `invalid-argument` if the service has none of that name. */
export function operationFacts(service: ServiceName, operation: string): OperationFacts {
  const facts = operationsOf(service)[operation];
  if (facts) return facts;
  throw new OperationError('invalid-argument', `${service} has no operation ${operation}`);
}

/** The names of a service's operations that are built. */
export function builtOperations(service: ServiceName): readonly string[] {
  return Object.entries(operationsOf(service)).flatMap(([name, { planned }]) => (planned ? [] : [name]));
}
