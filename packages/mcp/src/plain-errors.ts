import { OperationError } from '@agent-mem/contract';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Does what is no call of a tool; what it is refused by becomes an error of the protocol, with its sentence. */
export async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    const error = OperationError.from(cause);
    const code = error.type === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, error.message, error.toWire());
  }
}
