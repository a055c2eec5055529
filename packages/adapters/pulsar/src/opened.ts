/** A consumer or producer before it is open. */
export interface Openable extends AsyncDisposable {
  open(): Promise<void>;
}

/** Opens a consumer or producer, and closes it where that fails. */
export async function opened<Member extends Openable>(member: Member): Promise<Member> {
  try {
    await member.open();
  } catch (error) {
    await member[Symbol.asyncDispose]();
    throw error;
  }
  return member;
}
