import type { ServiceDefinition } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import generated from '../../generated/grpc-services.json' with { type: 'json' };

/** The descriptor of gRPC's health service: a google.protobuf.FileDescriptorProto. */
export const healthDescriptor: Buffer = Buffer.from(generated.healthDescriptor, 'base64');

/** One of gRPC's own services, as @grpc/grpc-js serves and calls it: `grpc.health.v1.Health`, `grpc.reflection.v1.ServerReflection` … */
export function grpcProtocol(name: string): ServiceDefinition {
  const service = protobuf.Root.fromJSON(generated.protocols as protobuf.INamespace)
    .resolveAll()
    .lookup(name);
  if (!(service instanceof protobuf.Service)) throw new Error(`There is no protocol ${name}`);
  return Object.fromEntries(service.methodsArray.map((method) => [method.name, definitionOf(name, method)]));
}

function definitionOf(service: string, method: protobuf.Method): ServiceDefinition[string] {
  const { resolvedRequestType: request, resolvedResponseType: response } = method;
  if (!request || !response) throw new Error(`The protocol ${service} lacks the messages of ${method.name}`);
  return {
    path: `/${service}/${method.name}`,
    requestStream: method.requestStream === true,
    responseStream: method.responseStream === true,
    requestSerialize: (message: object) => encode(request, message),
    requestDeserialize: (bytes: Buffer) => decode(request, bytes),
    responseSerialize: (message: object) => encode(response, message),
    responseDeserialize: (bytes: Buffer) => decode(response, bytes),
  };
}

function encode(type: protobuf.Type, message: object): Buffer {
  return Buffer.from(type.encode(type.fromObject(message)).finish());
}

/** `oneofs`: which member of a oneof is set stands under the oneof's name. */
function decode(type: protobuf.Type, bytes: Buffer): object {
  return type.toObject(type.decode(bytes), { enums: String, defaults: true, oneofs: true });
}
