import type { Frame } from '@agent-mem/agent-loop';
import { completeResponse, neverAborted } from '@agent-mem/contract';
import { publishReply, type Reply, type ReplyAddress } from '@agent-mem/messaging';
import type { AgentContext } from './agent-context.ts';
import type { FrameLog } from './frame-log.ts';
import type { JournalEntry } from './journal/journal-entry.ts';

/** A caller who is reached over the bus, and what it asked for. */
export interface RemoteCaller {
  readonly replyTo: ReplyAddress;
  readonly operation: 'invoke' | 'fork';
}

/** The caller of an invocation; `null`: it cannot be reached, or has the final frame. What is resumed has no caller, but a fork has. */
export function remoteCaller({ replyTo, resumed }: Pick<JournalEntry, 'replyTo' | 'resumed'>): RemoteCaller | null {
  return replyTo && { replyTo, operation: resumed ? 'fork' : 'invoke' };
}

/**
 * Sends the frames of an invocation to its caller, who asked another instance. Never rejects.
 * It sends no end when this instance leaves the invocation in turn: the next one does.
 */
export async function sendToCaller(
  context: Pick<AgentContext, 'bus' | 'log'>,
  caller: RemoteCaller,
  frames: FrameLog,
  isLeft: () => boolean,
): Promise<void> {
  const { log } = context;
  let framesSent = 0;
  for await (const frame of frames.send(neverAborted)) {
    if (frame.end_of_dialog && isLeft()) return;
    await sendFrame(context, caller, frame, frames.first + framesSent).catch((cause) => {
      log.warn({ topic: caller.replyTo.topic, err: cause }, 'a frame could not be sent to the caller');
    });
    framesSent += 1;
  }
}

/** Sends one frame to the caller, under this number. */
export async function sendFrame(
  { bus }: Pick<AgentContext, 'bus'>,
  { replyTo, operation }: RemoteCaller,
  frame: Frame,
  sequence: number,
): Promise<void> {
  const answer = completeResponse('agent', operation, frame);
  const reply: Reply = { [operation]: answer, error: null, warnings: null, sequence, end: frame.end_of_dialog };
  await publishReply(bus, replyTo, JSON.stringify(reply));
}
