import { descriptorSet } from '@agent-mem/contract';
import { type handleBidiStreamingCall, type Server, status } from '@grpc/grpc-js';
import descriptor from 'protobufjs/ext/descriptor.js';
import { type DescribedFile, describedFile } from '../described-file.ts';
import { grpcProtocol, healthDescriptor } from './protocol.ts';

/** The member that `messageRequest` names is set, and says what is asked. */
interface Question {
  readonly messageRequest?: string;
  readonly fileContainingSymbol?: string;
  readonly fileByFilename?: string;
}

/** Lets stock clients list, describe and call what this server serves, by both versions of gRPC's reflection. */
export function addReflection(server: Server, servedServices: readonly string[]): void {
  const services = [...servedServices, 'grpc.health.v1.Health'];
  let files: readonly DescribedFile[] | null = null;
  const ServerReflectionInfo: handleBidiStreamingCall<Question, object> = (call) => {
    call.on('end', () => call.end());
    call.on('data', (question: Question) => {
      // Made when they are wanted, since most starts serve nobody who asks.
      files ??= describedFiles();
      call.write({ originalRequest: question, ...answer(question, services, files) });
    });
  };
  for (const version of ['v1', 'v1alpha'])
    server.addService(grpcProtocol(`grpc.reflection.${version}.ServerReflection`), { ServerReflectionInfo });
}

function describedFiles(): readonly DescribedFile[] {
  const contract = descriptor.FileDescriptorSet.decode(descriptorSet()) as unknown as { readonly file: readonly object[] };
  const encoded = contract.file.map((file) => Buffer.from(descriptor.FileDescriptorProto.encode(file).finish()));
  return [...encoded, healthDescriptor].map(describedFile);
}

/** Each of our files stands alone: there is no other to send with it, and none extends another's messages. */
function answer(question: Question, services: readonly string[], files: readonly DescribedFile[]): object {
  const { messageRequest, fileContainingSymbol: symbol = '', fileByFilename: name = '' } = question;
  switch (messageRequest) {
    case 'listServices':
      return { listServicesResponse: { service: services.map((service) => ({ name: service })) } };
    case 'fileContainingSymbol':
      return descriptorAnswer(
        files.find(({ symbols }) => symbols.has(symbol)),
        `the symbol "${symbol}"`,
      );
    case 'fileByFilename':
      return descriptorAnswer(
        files.find((file) => file.name === name),
        `the file "${name}"`,
      );
    default:
      return refusal(status.NOT_FOUND, 'There are no extensions');
  }
}

function descriptorAnswer(file: DescribedFile | undefined, sought: string): object {
  return file
    ? { fileDescriptorResponse: { fileDescriptorProto: [file.bytes] } }
    : refusal(status.NOT_FOUND, `There is nothing for ${sought}`);
}

function refusal(errorCode: status, errorMessage: string): object {
  return { errorResponse: { errorCode, errorMessage } };
}
