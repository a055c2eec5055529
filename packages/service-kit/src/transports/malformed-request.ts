import { OperationError } from '@agent-mem/contract';
import type { ServiceDefinition } from '@grpc/grpc-js';

/** Stands in a call for a request whose bytes are no message of its type. */
class MalformedRequest {
  readonly error: OperationError;
  constructor(cause: unknown) {
    this.error = new OperationError('invalid-argument', 'The request cannot be decoded as its protobuf message', { cause });
  }
}

/** The definition with a reading of requests that never throws: what is thrown there, gRPC's server answers as a fault of its own. */
export function takingMalformed(definition: ServiceDefinition): ServiceDefinition {
  const methods = Object.entries(definition).map(([rpc, method]) => {
    const requestDeserialize = (bytes: Buffer) => {
      try {
        return method.requestDeserialize(bytes);
      } catch (cause) {
        return new MalformedRequest(cause);
      }
    };
    return [rpc, { ...method, requestDeserialize }] as const;
  });
  return Object.fromEntries(methods);
}

/** The request of a call. Throws `invalid-argument` if its bytes were no message of its type. */
export function decodedRequest(request: object): object {
  if (request instanceof MalformedRequest) throw request.error;
  return request;
}
