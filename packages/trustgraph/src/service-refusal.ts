import { type ErrorType, OperationError } from '@agent-mem/contract';

/** What TrustGraph's services call their errors; those not here are `internal`. */
const types: Readonly<Record<string, ErrorType>> = {
  'bad-operation': 'unimplemented',
  'bad-request': 'invalid-argument',
  'no-configuration': 'failed-precondition',
  'llm-error': 'unavailable',
  'too-many-requests': 'resource-exhausted',
};

/**
 * A service's error as ours. Its message is the service's word for word, for TrustGraph's agents show it to the model, and one without
 * words (so says text completion that a model server broke) gets some; the service and the error's own type are in the cause.
 */
export function serviceRefusal(service: string, error: { readonly type: string; readonly message: string }): OperationError {
  const type = Object.hasOwn(types, error.type) ? types[error.type] : undefined;
  const message = error.message || `${service} failed and does not say why${error.type && `: ${error.type}`}`;
  return new OperationError(type ?? 'internal', message, { cause: { service, type: error.type } });
}
