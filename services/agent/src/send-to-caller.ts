import type { Frame } from '@agent-mem/agent-loop';
import { completeResponse } from '@agent-mem/contract';
import { publishReply, type ReplyAddress } from '@agent-mem/messaging';
import type { AgentContext } from './agent-context.ts';
import type { FrameLog } from './frame-log.ts';

/**
 * Sends the frames of an invocation to its caller, who asked an instance that is gone. Never rejects.
 * It sends no end when this instance leaves the invocation in turn: the next one does.
 */
export async function sendToCaller(
  context: Pick<AgentContext, 'bus' | 'log'>,
  replyTo: ReplyAddress,
  frames: FrameLog,
  isLeft: () => boolean,
): Promise<void> {
  const { log } = context;
  let framesSent = 0;
  for await (const frame of frames.send(new AbortController().signal)) {
    if (frame.end_of_dialog && isLeft()) return;
    await sendFrame(context, replyTo, frame, frames.first + framesSent).catch((cause) => {
      log.warn({ topic: replyTo.topic, err: cause }, 'a frame could not be sent to the caller');
    });
    framesSent += 1;
  }
}

/** Sends one frame to the caller, under this number. */
export async function sendFrame(
  { bus }: Pick<AgentContext, 'bus'>,
  replyTo: ReplyAddress,
  frame: Frame,
  sequence: number,
): Promise<void> {
  const invoke = completeResponse('agent', 'invoke', frame);
  await publishReply(bus, replyTo, { invoke, error: null, warnings: null, sequence, end: frame.end_of_dialog });
}
