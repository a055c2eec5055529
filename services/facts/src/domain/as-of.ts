import { OperationError } from '@agent-mem/contract';

/** Refuses a question about the past with `unimplemented` rather than answer it with the present. */
export function refuseAsOf(request: { readonly as_of: string | null }): void {
  if (request.as_of) throw new OperationError('unimplemented', 'as_of: is not answered yet; leave it out to ask about now');
}
