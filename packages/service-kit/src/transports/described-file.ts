import descriptor from 'protobufjs/ext/descriptor.js';

/** A proto file as reflection serves it. */
export interface DescribedFile {
  readonly name: string;
  /** A google.protobuf.FileDescriptorProto. */
  readonly bytes: Buffer;
  /** The full names of all that it declares. */
  readonly symbols: ReadonlySet<string>;
}

interface Named {
  readonly name: string;
}

interface Message extends Named {
  readonly field: readonly Named[];
  readonly oneofDecl: readonly Named[];
  readonly nestedType: readonly Message[];
  readonly enumType: readonly Named[];
}

/** google.protobuf.FileDescriptorProto, as far as it declares names; protobufjs types what it decodes without its members. */
interface File extends Named {
  readonly package: string;
  readonly messageType: readonly Message[];
  readonly enumType: readonly Named[];
  readonly service: readonly (Named & { readonly method: readonly Named[] })[];
}

/** Reads which names a file declares. */
export function describedFile(bytes: Buffer): DescribedFile {
  const file = descriptor.FileDescriptorProto.decode(bytes) as unknown as File;
  const symbols = [
    ...below(file.package, file.enumType),
    ...file.messageType.flatMap((message) => symbolsOf(file.package, message)),
    ...file.service.flatMap(({ name, method }) => [`${file.package}.${name}`, ...below(`${file.package}.${name}`, method)]),
  ];
  return { name: file.name, bytes, symbols: new Set(symbols) };
}

function symbolsOf(scope: string, { name, field, oneofDecl, nestedType, enumType }: Message): readonly string[] {
  const own = `${scope}.${name}`;
  const nested = nestedType.flatMap((message) => symbolsOf(own, message));
  return [own, ...below(own, [...field, ...oneofDecl, ...enumType]), ...nested];
}

function below(scope: string, members: readonly Named[]): readonly string[] {
  return members.map(({ name }) => `${scope}.${name}`);
}
