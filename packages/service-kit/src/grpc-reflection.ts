import { descriptorSet } from '@agent-mem/contract';
import type { Server } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { service as healthService } from 'grpc-health-check';
import descriptor from 'protobufjs/ext/descriptor.js';

/** Lets stock clients list, describe and call what this server serves, by both versions of gRPC's reflection. */
export function addReflection(server: Server, servedServices: readonly string[]): void {
  const { file } = descriptor.FileDescriptorSet.decode(descriptorSet()) as unknown as { readonly file: readonly object[] };
  const contract = file.map((one) => Buffer.from(descriptor.FileDescriptorProto.encode(one).finish()));
  const health = Object.values(healthService).flatMap((method) => method.requestType?.fileDescriptorProtos ?? []);
  // The package reads nothing of a definition but its descriptors.
  const definition = { reflected: { fileDescriptorProtos: [...contract, ...health] } } as unknown as PackageDefinition;
  new ReflectionService(definition, { services: [...servedServices, 'grpc.health.v1.Health'] }).addToServer(server);
}
