import type { AgentResponse, Init } from '@agent-mem/contract';

/** One frame of an answer. */
export type Frame = Init<AgentResponse> & Pick<AgentResponse, 'type' | 'content' | 'end_of_message' | 'end_of_dialog'>;

/** A frame that is not the last. */
export function frame(type: AgentResponse['type'], content: string, isComplete = true): Frame {
  return { type, content, end_of_message: isComplete, end_of_dialog: false };
}
