import { services } from '../generated/services.ts';
import { protoNamespace } from '../shapes/shape.ts';
import { operationsOf } from './operation-facts.ts';
import type { ServiceName } from './operation-types.ts';

/** What the proto says of a service. */
export function serviceComment(service: ServiceName): string {
  return protoNamespace.root.lookupService(services[service].grpc).comment ?? '';
}

/** What the proto says of an operation. */
export function operationComment(service: ServiceName, operation: string): string {
  const { methods } = protoNamespace.root.lookupService(services[service].grpc);
  return methods[operationsOf(service)[operation]?.rpc ?? '']?.comment ?? '';
}
