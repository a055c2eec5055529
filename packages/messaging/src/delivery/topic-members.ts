import { OperationError } from '@agent-mem/contract';

/** The consumers and producers that are open on plain topics. Disposing closes those that are left, and refuses more. */
export class TopicMembers implements AsyncDisposable {
  readonly #members = new Set<AsyncDisposable>();
  #isClosed = false;

  /** To be told by a member that it is closed. */
  readonly left = (member: AsyncDisposable): void => {
    this.#members.delete(member);
  };

  /** Opens a member and holds it until it has left. */
  async open<Member extends AsyncDisposable & { open(): Promise<void> }>(member: Member): Promise<Member> {
    if (this.#isClosed) throw new OperationError('unavailable', 'The topics are closed', { retryable: false });
    this.#members.add(member);
    await member.open();
    return member;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#members].map((member) => member[Symbol.asyncDispose]()));
  }
}
