import type { ServiceDefinition } from '@grpc/grpc-js';
import type protobuf from 'protobufjs';
import { services } from '../generated/services.ts';
import type { ServiceName } from '../operations/operation-types.ts';
import { protoNamespace } from '../shapes/shape.ts';

/**
 * The service as @grpc/grpc-js serves and calls it. Requests arrive, and responses leave, as the same JSON the bus carries, unset members left out;
 * so one validation serves every transport.
 */
export function grpcDefinition(service: ServiceName): ServiceDefinition {
  const { grpc, operations } = services[service];
  const methods = Object.values(operations).map((operation) => {
    const request = protoNamespace.lookupType(operation.request);
    const response = protoNamespace.lookupType(operation.response);
    return [
      operation.rpc,
      {
        path: `/${grpc}/${operation.rpc}`,
        requestStream: false,
        responseStream: operation.stream,
        requestSerialize: (message: object) => encode(request, message),
        requestDeserialize: (bytes: Buffer) => decode(request, bytes),
        responseSerialize: (message: object) => encode(response, message),
        responseDeserialize: (bytes: Buffer) => decode(response, bytes),
      },
    ];
  });
  return Object.fromEntries(methods) as ServiceDefinition;
}

function encode(type: protobuf.Type, message: object): Buffer {
  return Buffer.from(type.encode(type.fromObject(withoutNulls(message) as object)).finish());
}

function decode(type: protobuf.Type, bytes: Buffer): object {
  return type.toObject(type.decode(bytes), { enums: String, longs: Number, defaults: false });
}

/** protobufjs takes null for a value; on the wire it is absence. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null || member === undefined ? [] : [[name, withoutNulls(member)]],
    ),
  );
}
