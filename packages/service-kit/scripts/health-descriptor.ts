import { service } from 'grpc-health-check';
import descriptor from 'protobufjs/ext/descriptor.js';

/** The members of google.protobuf.FileDescriptorProto that are looked at here; protobufjs types what it decodes without them. */
interface FileDescriptor {
  readonly messageType: readonly MessageDescriptor[];
}

interface MessageDescriptor {
  readonly field: readonly { typeName: string }[];
  readonly nestedType: readonly { name: string; readonly options: { readonly mapEntry?: boolean } | null }[];
}

/** The descriptor of gRPC's health service as its package has it, mended. */
export function healthDescriptor(): Buffer {
  const [bytes] = Object.values(service)[0]?.requestType?.fileDescriptorProtos ?? [];
  if (!bytes) throw new Error('grpc-health-check has no descriptor of its service');
  const decoded = descriptor.FileDescriptorProto.decode(bytes) as unknown as FileDescriptor;
  for (const message of decoded.messageType) nameMapEntries(message);
  return Buffer.from(descriptor.FileDescriptorProto.encode(decoded).finish());
}

/** Clients refuse a map whose entry is not called after its field with "Entry" behind, and protobufjs leaves that out. */
function nameMapEntries({ field, nestedType }: MessageDescriptor): void {
  for (const entry of nestedType.filter(({ options, name }) => options?.mapEntry && !name.endsWith('Entry'))) {
    const named = `${entry.name}Entry`;
    for (const user of field) if (user.typeName === entry.name) user.typeName = named;
    entry.name = named;
  }
}
