import { OperationError } from '@agent-mem/contract';
import type { FlowEntry } from './flow-entry.ts';

/** Ends what a flow was still to answer when it stopped. */
export function flowStopped({ workspace, flow }: Pick<FlowEntry, 'workspace' | 'flow'>): OperationError {
  return new OperationError('unavailable', `The flow ${workspace}/${flow} has stopped; ask again when it runs`);
}
