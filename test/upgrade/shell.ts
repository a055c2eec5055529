import { replyTopic, type Topic } from '@agent-mem/contract';
import type { TestFleet } from '@agent-mem/testing';

/** Where the client of the interrupted invocation reads its answers, and the key of its request. */
export const shellTopic: Topic = { ...replyTopic('shell'), persistent: true };
export const shellKey = 'ask-roof';

/** A reply on the bus: of an invocation one frame. */
interface ShellReply {
  readonly invoke?: { readonly type: string; readonly content: string; readonly answer: string | null };
  readonly store?: { readonly created: boolean };
  readonly error: object | null;
  readonly sequence?: number;
  readonly end?: boolean;
}

/** What the client has been sent so far, in order, without ids. */
export async function shellReplies({ ports: { bus } }: Pick<TestFleet, 'ports'>): Promise<readonly unknown[][]> {
  const waiting = await bus.peek(shellTopic, 'cli', 100);
  return waiting.map(({ payload, properties }) => {
    // What a service sends is the contract's reply.
    const { invoke, store, error, sequence, end } = JSON.parse(payload) as ShellReply;
    const content = invoke?.content.replace(/fact_[0-9a-f-]{36}/, 'fact_…');
    return [properties.id, sequence, end, invoke?.type, content, invoke?.answer, store?.created, error].map(
      (each) => each ?? null,
    );
  });
}
