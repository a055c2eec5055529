import { type ErrorType, errorTypes, OperationError, tooLong } from '@agent-mem/contract';
import { type Server, ServerInterceptingCall, type ServerInterceptor, type ServiceError, status } from '@grpc/grpc-js';
import { grpcStatus, trailersOf } from './status.ts';

/** The largest message of a request, in bytes. */
export const maxMessageBytes = 4 * 1024 * 1024;

/**
 * Gives the refusals of grpc-js itself, such as that of a message that is too long, the trailers of every error. grpc-js sends them by the
 * innermost call, past all interceptors: so this must be the first interceptor, and it replaces that call's method.
 */
export const ownRefusals: ServerInterceptor = (_method, call) => {
  const send = call.sendStatus.bind(call);
  call.sendStatus = (sent) => {
    if (sent.code === status.OK || sent.metadata) return send(sent);
    const error = refusalOf(sent.code ?? status.INTERNAL, sent.details ?? '');
    send({ code: grpcStatus[error.type], details: error.message, metadata: trailersOf(error) });
  };
  return new ServerInterceptingCall(call);
};

/** grpc-js has RESOURCE_EXHAUSTED for messages that are too long, and for nothing else. */
function refusalOf(code: status, details: string): OperationError {
  if (code === status.RESOURCE_EXHAUSTED) return tooLong(`The request must have at most ${maxMessageBytes} bytes`);
  return new OperationError(typeOf(code), details);
}

function typeOf(code: status): ErrorType {
  return errorTypes.find((type) => grpcStatus[type] === code) ?? 'internal';
}

/** The part of grpc-js's server that looks up who answers a call. */
interface HandlerLookup {
  _retrieveHandler(path: string): object | null;
}

/**
 * Gives the refusal of an unknown method the trailers of every error. grpc-js sends it before any interceptor sees the call: so this replaces its look-up, and such
 * a call has a handler that refuses it.
 */
export function refuseUnknownMethods(server: Server): void {
  // Its types call the method private.
  const lookup = server as unknown as HandlerLookup;
  const known = lookup._retrieveHandler.bind(server);
  lookup._retrieveHandler = (path) => known(path) ?? refusing(path);
}

/** A stream in both directions: it answers whatever the client sends, and before it has sent anything. */
function refusing(path: string): object {
  const error = new OperationError('unimplemented', `${path}: there is no such method; reflection lists the methods`);
  const refusal: Pick<ServiceError, 'code' | 'details' | 'metadata'> = {
    code: grpcStatus[error.type],
    details: error.message,
    metadata: trailersOf(error),
  };
  return {
    path,
    type: 'bidi',
    deserialize: (bytes: Buffer) => bytes,
    serialize: (bytes: Buffer) => bytes,
    func: (call: NodeJS.EventEmitter) => call.emit('error', Object.assign(new Error(error.message), refusal)),
  };
}
