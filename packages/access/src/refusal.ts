import { OperationError } from '@agent-mem/contract';

/** Why somebody is refused: what is counted and audited. */
export type RefusalReason =
  | 'no-credential'
  | 'malformed'
  | 'unknown'
  | 'expired'
  | 'revoked'
  /** It lacks the permission that the operation needs. */
  | 'permission'
  /** It is for another workspace, user or collection. */
  | 'scope';

/** A caller is not let in (`unauthenticated`), or not to what it asks for (`permission-denied`). The message never says more than its holder knows. */
export class Refusal extends OperationError {
  readonly reason: RefusalReason;
  /** The credential, where it was known before it was refused: `key:1f3a…`. */
  readonly who: string | null;

  constructor(reason: RefusalReason, message: string, who: string | null = null) {
    super(reason === 'permission' || reason === 'scope' ? 'permission-denied' : 'unauthenticated', message);
    this.reason = reason;
    this.who = who;
  }
}
