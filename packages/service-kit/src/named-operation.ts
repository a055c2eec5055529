import { operationOf, type ServiceName, services } from '@agent-mem/contract';

/** What the contract knows of an operation. */
export interface OperationInfo {
  readonly rpc: string;
  readonly stream: boolean;
  readonly command: boolean;
}

/** The operations of a service by their names. */
export function operationsOf(service: ServiceName): Readonly<Record<string, OperationInfo>> {
  return services[service].operations;
}

/** The operation an unchecked envelope names; `null` if it names none. A label for logs and figures, never a check. */
export function namedOperation(service: ServiceName, envelope: unknown): string | null {
  try {
    return operationOf(service, envelope);
  } catch {
    return null;
  }
}
