import { randomUUID } from 'node:crypto';
import { type Access, noteEnd, openAccess, type Visit } from '@agent-mem/access';
import {
  checkedIdempotencyKey,
  grpcDefinition,
  inWords,
  OperationError,
  operationsOf,
  rpcWords,
  type ServiceName,
  services,
  traceparentGiven,
  withoutOperation,
} from '@agent-mem/contract';
import type { Dispatch, IncomingRequest } from '@agent-mem/messaging';
import {
  experimental,
  type handleServerStreamingCall,
  type handleUnaryCall,
  logVerbosity,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  setLogVerbosity,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { Address } from '../address.ts';
import { type Admission, openAdmission } from '../admission/admission.ts';
import { admittingCalls, connectionLimits } from '../admission/grpc-admission.ts';
import { createGrpcListener } from '../admission/grpc-listener.ts';
import type { Certificate, CertificatePair } from '../certificate.ts';
import { isStarting } from '../http-front.ts';
import { decodedRequest, takingMalformed } from '../malformed-request.ts';
import { watchCalls } from './calls.ts';
import { addHealth } from './health.ts';
import { addReflection } from './reflection.ts';
import { ownRefusals, refuseUnknownMethods } from './refusals.ts';
import { grpcStatus, trailersOf } from './status.ts';

// It writes to standard error beside our log; what matters of it reaches us as errors.
setLogVerbosity(logVerbosity.NONE);

/** Longest that the last answers take to be sent. */
const flushMs = 500;

/** Disposing refuses calls from then on, waits for the running ones, and cuts them after `cutAfterMs`. */
export interface GrpcServer extends AsyncDisposable {
  readonly address: Address;
  /** Each call that `access` lets in goes straight to its service's dispatch. Until then it is refused as `unavailable`, and health says NOT_SERVING. */
  serve(dispatches: ReadonlyMap<ServiceName, Dispatch>, access: Access): void;
}

/** Listens for calls of these services over gRPC, with health and reflection. */
export async function startGrpc(
  names: readonly ServiceName[],
  listen: Address,
  {
    cutAfterMs,
    certificate,
    admission: given,
  }: { readonly cutAfterMs: number; readonly certificate: Certificate | null; readonly admission: Admission | null },
): Promise<GrpcServer> {
  const calls = watchCalls();
  const admission = given ?? openAdmission;
  const listener = createGrpcListener(admission.maxConnections);
  const interceptors = [ownRefusals, admittingCalls(admission, listener), calls.interceptor];
  const server = new Server({ ...connectionLimits(admission), interceptors });
  const served = names.map((service) => services[service].grpc);
  let serving: ReadonlyMap<ServiceName, Dispatch> = new Map();
  let access = openAccess;
  for (const service of names) {
    const dispatch: Dispatch = (...request) => (serving.get(service) ?? refuseStarting)(...request);
    server.addService(
      takingMalformed(grpcDefinition(service)),
      implementation(service, dispatch, () => access),
    );
  }
  const health = addHealth(server, served);
  addReflection(server, served);
  refuseUnknownMethods(server);
  const port = await listener.listen(server, credentialsOf(certificate), listen);
  return {
    address: { host: listen.host, port },
    serve(dispatches, given) {
      serving = dispatches;
      access = given;
      health.serve();
    },
    async [Symbol.asyncDispose]() {
      health[Symbol.dispose]();
      const cut = () => {
        server.forceShutdown();
        listener.cut();
      };
      const late = setTimeout(cut, cutAfterMs);
      const closed = listener.close();
      server.tryShutdown(() => undefined);
      // A client that has its answer may still not close its half of the call.
      void calls.drain().then(() => setTimeout(cut, flushMs).unref());
      await closed;
      clearTimeout(late);
    },
  };
}

/** The certificate as grpc-js follows one that changes. */
function credentialsOf(certificate: Certificate | null): ServerCredentials {
  if (!certificate) return ServerCredentials.createInsecure();
  const provider: experimental.CertificateProvider = {
    addIdentityCertificateListener(listener) {
      const tell = ({ cert, key }: CertificatePair) => listener({ certificate: cert, privateKey: key });
      // Its server listens a moment after it has asked.
      queueMicrotask(() => tell(certificate.current));
      certificate.onChange(tell);
    },
    removeIdentityCertificateListener: () => undefined,
    addCaCertificateListener: () => undefined,
    removeCaCertificateListener: () => undefined,
  };
  // The first provider is that of the server's own certificate.
  return experimental.createCertificateProviderServerCredentials(provider, null, false);
}

async function refuseStarting(): Promise<never> {
  throw isStarting();
}

function implementation(service: ServiceName, dispatch: Dispatch, access: () => Access): UntypedServiceImplementation {
  const methods = Object.entries(operationsOf(service)).map(([operation, info]) => {
    const answer = answerBy(service, operation, dispatch, access);
    return [info.rpc, info.stream ? streamMethod(operation, answer) : unaryMethod(operation, answer)];
  });
  return Object.fromEntries(methods);
}

type Call = ServerUnaryCall<object, object> | ServerWritableStream<object, object>;

/** Answers a call if its caller may ask that; throws why not, and what the answering throws. */
type AnswerCall = (call: Call, send: (answer: object) => Promise<void> | void) => Promise<void>;

function answerBy(service: ServiceName, operation: string, dispatch: Dispatch, access: () => Access): AnswerCall {
  return async (call, send) => {
    // From the first: a client may leave while its credential is looked up.
    const left = new AbortController();
    call.on('cancelled', () => left.abort());
    const visitor = await access().authenticate(visitOf(call));
    const asked = await visitor.authorize(service, operation, decodedRequest(call.request));
    await noteEnd(asked, async () => {
      let last: object | null = null;
      await dispatch(incomingFrom(call, operation, asked.request, left.signal), (reply) => {
        last = reply[operation] as object;
        return send(last);
      });
      return last;
    });
  };
}

function visitOf(call: Call): Visit {
  return { authorization: given(call, 'authorization'), actingFor: userGiven(call), from: call.getPeer(), door: 'grpc' };
}

function unaryMethod(operation: string, answer: AnswerCall): handleUnaryCall<object, object> {
  return (call, callback) => {
    const answered = answer(call, (response) => callback(null, response));
    answered.catch((error: unknown) => callback(statusFrom(operation, OperationError.from(error))));
  };
}

function streamMethod(operation: string, answer: AnswerCall): handleServerStreamingCall<object, object> {
  return (call) => {
    const answered = answer(call, (frame) => written(call, frame)).then(() => call.end());
    answered.catch((error: unknown) => call.emit('error', statusFrom(operation, OperationError.from(error))));
  };
}

/** Resolves when the client may be sent more; a client that has left takes everything. */
function written(call: ServerWritableStream<object, object>, frame: object): Promise<void> {
  if (call.cancelled || call.write(frame)) return Promise.resolve();
  return new Promise((resolve) => {
    const goOn = () => {
      call.off('drain', goOn).off('cancelled', goOn);
      resolve();
    };
    call.once('drain', goOn).once('cancelled', goOn);
  });
}

/** What a call's metadata says under a name. */
function given(call: Call, name: string): string | null {
  return call.metadata.get(name)[0]?.toString() || null;
}

/** HTTP/2 joins two entries of one name by a comma, so a name with one may be two names. */
function userGiven(call: Call): string | null {
  const { length } = call.metadata.get('x-user');
  const user = given(call, 'x-user');
  if (length < 2 && !user?.includes(',')) return user;
  throw new OperationError('invalid-argument', 'x-user: must come once; a name with a comma stands in the request, as its user');
}

/** An empty key is refused: its caller takes a repeat for safe. */
function keyGiven(call: Call): string | null {
  const [key] = call.metadata.get('idempotency-key');
  return key === undefined ? null : checkedIdempotencyKey('idempotency-key', key.toString());
}

function incomingFrom(call: Call, operation: string, request: object, signal: AbortSignal): IncomingRequest {
  const deadline = Number(call.getDeadline());
  return {
    envelope: { [operation]: request },
    id: given(call, 'x-request-id') ?? randomUUID(),
    idempotencyKey: keyGiven(call),
    deadline: Number.isFinite(deadline) ? deadline : null,
    traceparent: traceparentGiven(given(call, 'traceparent')),
    signal,
    transport: 'grpc',
    attempt: 1,
    accepted: () => undefined,
  };
}

function statusFrom(operation: string, error: OperationError): Pick<ServiceError, 'code' | 'details' | 'metadata'> & Error {
  const { type, message } = inWords(withoutOperation(operation, error), rpcWords);
  return Object.assign(new Error(message), { code: grpcStatus[type], details: message, metadata: trailersOf(error) });
}
