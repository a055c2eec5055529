import { OperationError, type OperationName, withoutOperation } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import type { MemoryRequest } from '@agent-mem/trustgraph';

/**
 * Asks an operation for a client of a flow, in the flow's workspace and no other: a request that names another is refused, `permission-denied`. User
 * and collection are the client's to name. What erases for good is refused too: TrustGraph lets every user of the workspace through.
 */
export async function memoryOperation(
  caller: Pick<Caller, 'call'>,
  { service, operation, request, idempotencyKey }: MemoryRequest,
  workspace: string,
  signal: AbortSignal,
): Promise<object> {
  if (operation === 'purge') {
    throw new OperationError('permission-denied', `${service}.purge: cannot be asked here; ask agent-mem itself`);
  }
  const named = request.workspace;
  if (named !== undefined && named !== null && named !== '' && named !== workspace) {
    const where = `${service}.${operation}.workspace`;
    throw new OperationError('permission-denied', `${where}: the flow's is "${workspace}", and no other can be asked here`);
  }
  try {
    // The operation's name was looked up in the contract, and the service checks the request.
    const name = operation as OperationName<typeof service>;
    const key = idempotencyKey === null ? {} : { idempotencyKey };
    return await caller.call(service, name, { ...request, workspace }, { ...key, signal, needsEveryMember: true });
  } catch (error) {
    throw withoutOperation(operation, OperationError.from(error));
  }
}
