import { OperationError } from '@agent-mem/contract';

/** The server of a model refuses every request until an operator acts: its key, its credit or its name is wrong. Its message names which. Waiting a moment does not help, so the caller is answered at once. */
export class ModelNotUsable extends OperationError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('failed-precondition', message, options);
  }
}

/** Whether the model may answer the same request another day: it is away, or nobody may use it now. */
export function mayAnswerLater(error: OperationError): boolean {
  return error.retryable || error instanceof ModelNotUsable;
}
