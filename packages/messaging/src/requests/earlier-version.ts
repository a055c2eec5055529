import { givenMembers, OperationError, operationFacts } from '@agent-mem/contract';
import type { OperationCall, Reply } from './request.ts';

/**
 * What an error means to the caller of an operation. A process that does not know the operation, has no handler of it or refuses a member that this version
 * knows is of an earlier version, beside others that may know it while a fleet is upgraded: its refusal becomes `unavailable`, since another process may answer.
 * Every other error stays as it is.
 */
export function unlessOfEarlierVersion(error: unknown, call: OperationCall): unknown {
  if (!(error instanceof OperationError)) return error;
  const { service, operation } = call;
  const { planned } = operationFacts(service, operation);
  const isUnknown = isUnknownOperation(error, call) || (!planned && isUnhandled(error, call));
  if (isUnknown) return ofEarlierVersion(`${service}.${operation}`, error);
  const member = refusedMember(error, call);
  return member === null ? error : ofEarlierVersion(`${service}.${member}`, error);
}

function isUnknownOperation({ type, message }: OperationError, { operation }: OperationCall): boolean {
  return (
    type === 'invalid-argument' && message.startsWith('message: must have one of ') && message.endsWith(`, got ${operation}`)
  );
}

/** The member of the request, known to this version, that an exact operation was refused for; `null`: it was refused for something else. */
function refusedMember({ type, message }: OperationError, { service, operation, request }: OperationCall): string | null {
  if (type !== 'invalid-argument' || !message.includes(': is not known; ')) return null;
  for (const { path } of givenMembers(service, operation, request))
    if (message.startsWith(`${path}: is not known; `)) return path;
  return null;
}

function isUnhandled({ type, message }: OperationError, { service, operation }: OperationCall): boolean {
  return type === 'unimplemented' && message === `${service}.${operation} is not implemented yet`;
}

/**
 * Throws `unavailable` where a process of an earlier version has answered without a member of the request. 0.1.0 says nothing of what it passes over, and
 * sends no member `warnings`; later versions report it there. What this version does not know either is no sign.
 */
export function refusePassedOver({ warnings }: Reply, { service, operation, request }: OperationCall): void {
  const { command, exact } = operationFacts(service, operation);
  if (warnings === null || (command && !exact)) return;
  for (const { path, isLater } of givenMembers(service, operation, request)) {
    const isPassedOver = warnings ? warnings.some((warning) => warning.startsWith(`${path}: `)) : isLater;
    if (isPassedOver) throw ofEarlierVersion(`${service}.${path}`);
  }
}

function ofEarlierVersion(name: string, cause?: OperationError): OperationError {
  return new OperationError('unavailable', `${name} is not known to the process that answered, which is of an earlier version`, {
    cause,
  });
}
