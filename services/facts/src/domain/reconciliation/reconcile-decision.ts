/**
 * What becomes of one fact of a reconciliation. There is one for every known fact and one for every new one.
 *
 * - Of a known fact: `NONE` (it stays), `UPDATE` (the new fact `by` is about the same and replaces it), `DELETE` (the new fact `by`
 *   says that it is not true).
 * - Of a new fact: `ADD` (it stays), `NONE` (the known fact `by` says it already).
 */
export interface ReconcileDecision {
  /** Of the fact that is decided on. */
  readonly id: string;
  readonly event: 'ADD' | 'UPDATE' | 'DELETE' | 'NONE';
  /** Id of the other fact; `null` where the event needs none. */
  readonly by: string | null;
  /** Of an `UPDATE`: one statement that says what both say; `null`: the new fact says it all. */
  readonly text: string | null;
}
