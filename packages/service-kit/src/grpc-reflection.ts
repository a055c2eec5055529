import { descriptorSet } from '@agent-mem/contract';
import type { Server } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { service as healthService } from 'grpc-health-check';
import descriptor from 'protobufjs/ext/descriptor.js';

/** The members of google.protobuf.FileDescriptorProto that are looked at here; protobufjs types what it decodes without them. */
interface FileDescriptor {
  readonly messageType: readonly MessageDescriptor[];
}

interface MessageDescriptor {
  readonly field: readonly { typeName: string }[];
  readonly nestedType: readonly { name: string; readonly options: { readonly mapEntry?: boolean } | null }[];
}

/** Lets stock clients list, describe and call what this server serves, by both versions of gRPC's reflection. */
export function addReflection(server: Server, servedServices: readonly string[]): void {
  const set = descriptor.FileDescriptorSet.decode(descriptorSet()) as unknown as { readonly file: readonly object[] };
  const contract = set.file.map(encoded);
  // The package reads nothing of a definition but its descriptors.
  const definition = { reflected: { fileDescriptorProtos: [...contract, ...healthFiles()] } } as unknown as PackageDefinition;
  new ReflectionService(definition, { services: [...servedServices, 'grpc.health.v1.Health'] }).addToServer(server);
}

/** The descriptors of gRPC's health service as its package has them, mended. */
function healthFiles(): readonly Buffer[] {
  const bytes = Object.values(healthService)[0]?.requestType?.fileDescriptorProtos ?? [];
  return bytes.map((file) => {
    const decoded = descriptor.FileDescriptorProto.decode(file) as unknown as FileDescriptor;
    for (const message of decoded.messageType) nameMapEntries(message);
    return encoded(decoded);
  });
}

/** Clients refuse a map whose entry is not called after its field with "Entry" behind, and protobufjs leaves that out. */
function nameMapEntries({ field, nestedType }: MessageDescriptor): void {
  for (const entry of nestedType.filter(({ options, name }) => options?.mapEntry && !name.endsWith('Entry'))) {
    const named = `${entry.name}Entry`;
    for (const user of field) if (user.typeName === entry.name) user.typeName = named;
    entry.name = named;
  }
}

function encoded(file: object): Buffer {
  return Buffer.from(descriptor.FileDescriptorProto.encode(file).finish());
}
