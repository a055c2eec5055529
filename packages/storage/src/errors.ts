import { OperationError } from '@agent-mem/contract';

/** An expected version did not hold: somebody else was faster. Read again and decide again. */
export class VersionConflict extends OperationError {
  /** The nodes that were not as expected. */
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('aborted', 'What this changes was changed at the same moment; ask again');
    this.ids = ids;
  }
}
