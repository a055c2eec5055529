import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

/** What the agent knows of its workspace. */
interface RequestContext {
  /** The steps that `hooks.json` has hooks for. */
  readonly hooksConfig?: { readonly configuredSteps?: readonly string[] };
}

/** A message of the agent, as far as the backend reads it. */
export interface ClientMessage {
  readonly runRequest?: {
    readonly conversationId: string;
    readonly action: { readonly userMessageAction: { readonly userMessage: { readonly text: string } } };
  };
  readonly execClientMessage?: ExecResult;
}

/** What the agent did for the backend. */
export interface ExecResult {
  readonly requestContextResult?: { readonly success?: { readonly requestContext?: RequestContext } };
  readonly executeHookResult?: {
    readonly response?: { readonly beforeSubmitPrompt?: { readonly additionalContext?: string } };
  };
}

const protocol = protobuf.loadSync(fileURLToPath(new URL('agent.proto', import.meta.url)));

/** The id of the run whose answers a call asks for. Its one message stands behind the five bytes of Connect's envelope. */
export function readRunId(body: Uint8Array): string {
  return decode('BidiRequestId', body.subarray(5)).requestId;
}

/** A message to a run. */
export function readAppend(body: Uint8Array): { readonly runId: string; readonly message: ClientMessage } {
  const { data, dataBinary, requestId } = decode('BidiAppendRequest', body);
  return { runId: requestId.requestId, message: decode('AgentClientMessage', dataBinary ?? Buffer.from(data, 'hex')) };
}

/** A message of the backend, as its stream holds it. */
export function serverMessage(message: object): Buffer {
  const type = protocol.lookupType('AgentServerMessage');
  return enveloped(Buffer.from(type.encode(type.fromObject(message)).finish()), 0);
}

/** The end of a stream that has had no error. */
export const endOfStream: Buffer = enveloped(Buffer.from('{}'), 2);

function enveloped(bytes: Uint8Array, flags: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function decode(name: string, bytes: Uint8Array) {
  const type = protocol.lookupType(name);
  return type.toObject(type.decode(bytes));
}
