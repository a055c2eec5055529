import type { Frame } from '@agent-mem/agent-loop';
import { completeResponse } from '@agent-mem/contract';
import { publishReply, type ReplyAddress } from '@agent-mem/messaging';
import type { AgentContext } from './agent-context.ts';
import type { FrameLog } from './frame-log.ts';

/**
 * Tells who asked another instance, which is gone, the frames of the invocation that goes on here, in its place. Never rejects.
 * The end is not told when this instance leaves it in turn: whoever goes on with it does.
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
      log.warn({ topic: replyTo.topic, err: cause }, 'a frame could not be told to who asked');
    });
    framesSent += 1;
  }
}

/** Tells one frame to who asked, as the one of this number. */
export async function sendFrame(
  { bus }: Pick<AgentContext, 'bus'>,
  replyTo: ReplyAddress,
  frame: Frame,
  sequence: number,
): Promise<void> {
  const invoke = completeResponse('agent', 'invoke', frame);
  await publishReply(bus, replyTo, { invoke, error: null, warnings: null, sequence, end: frame.end_of_dialog });
}
