import { type BegunTurn, type Frame, frame, type Invocation, undecided } from '@agent-mem/agent-loop';
import type { AwaitedCall, Init, ModelUsage } from '@agent-mem/contract';

/** What a turn waits for still, as callers see it. */
export function awaitedCalls(begun: BegunTurn): Init<AwaitedCall>[] {
  return undecided(begun).map(({ callId, digest, awaits, tool, args }) => ({
    call_id: callId,
    digest,
    awaits: awaits ?? 'approval',
    tool,
    arguments: JSON.stringify(args),
  }));
}

/** The last frame of a stream whose run waits. */
export function waitingFrame(
  { invocationId, conversationId }: Invocation,
  begun: BegunTurn,
  expiresAt: string,
  usage: readonly ModelUsage[],
): Frame {
  const waiting = awaitedCalls(begun);
  const what = waiting.map(({ awaits, tool }) => (awaits === 'answer' ? 'an answer of the user' : `the ${awaits} of ${tool}`));
  return {
    ...frame('waiting', `Waiting for ${what.join(' and ')}`),
    end_of_dialog: true,
    invocation_id: invocationId,
    conversation_id: conversationId,
    waiting,
    expires_at: expiresAt,
    usage: [...usage],
  };
}
