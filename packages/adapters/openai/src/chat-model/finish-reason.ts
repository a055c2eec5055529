import { OperationError } from '@agent-mem/contract';

/**
 * Whether a text that ended for this reason is only a part of what the model had to write. Throws where there is nothing in it, and where the server
 * itself failed.
 */
export function isCutOff(reason: string, isEmpty: boolean): boolean {
  if (reason === 'error' || reason === 'abort')
    throw new OperationError('unavailable', `The model's server failed in the middle of its answer (finish_reason ${reason})`);
  if (reason !== 'length' && reason !== 'content_filter') return false;
  if (isEmpty) throw new OperationError('failed-precondition', whyEmpty[reason]);
  return true;
}

const whyEmpty = {
  length:
    'The model came to its limit of tokens before it wrote anything (finish_reason length): let its server write more tokens, or have it think less',
  content_filter: "The filter of the model's server let nothing of its answer through (finish_reason content_filter)",
};
