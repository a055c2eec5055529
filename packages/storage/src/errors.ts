import { OperationError } from '@agent-mem/contract';

/** An expected version did not hold: somebody else was faster. Read again and decide again. */
export class VersionConflict extends OperationError {
  /** The nodes and edges that were not as expected. */
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('aborted', 'What this changes was changed at the same moment; ask again');
    this.ids = ids;
  }
}

/** A vector whose embedder has vectors of another dimension. */
export function dimensionRefusal(embedder: string, known: number, given: number): OperationError {
  return new OperationError('invalid-argument', `vector: ${embedder} has ${known} dimensions here, got ${given}`);
}
