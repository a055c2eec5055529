import { operationsOf, type ServiceName, services } from '@agent-mem/contract';
import type { Attributes } from '@opentelemetry/api';

/** What an operation is called as a remote procedure. `null`: none of the contract. */
export function rpcAttributes(system: string, service: ServiceName, operation: string | null): Attributes {
  const rpc = operation === null ? undefined : operationsOf(service)[operation]?.rpc;
  return { 'rpc.system': system, 'rpc.service': services[service].grpc, ...(rpc ? { 'rpc.method': rpc } : {}) };
}
