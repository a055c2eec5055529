import type { ModelEvent, ModelReply } from './model-reply.ts';

/** A reply of Gemini's in one piece. */
export function contentReply(reply: ModelReply): object {
  return pieceOf(typeof reply === 'string' ? { text: reply } : callOf(reply), { finishReason: 'STOP' });
}

/** The events of one, with a thought before what is said. */
export function contentEvents(reply: ModelReply): readonly ModelEvent[] {
  const said = typeof reply === 'string' ? [reply.slice(0, 3), reply.slice(3)].map((text) => ({ text })) : [callOf(reply)];
  const pieces = [
    pieceOf({ text: 'hm', thought: true }),
    ...said.map((part, index) => pieceOf(part, index === said.length - 1 ? { finishReason: 'STOP' } : {})),
  ];
  return pieces.map((piece) => [null, piece]);
}

function pieceOf(part: object, more: object = {}): object {
  return {
    candidates: [{ content: { parts: [part], role: 'model' }, index: 0, ...more }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'm',
    responseId: 'content-1',
  };
}

function callOf(reply: Exclude<ModelReply, string>): object {
  return { functionCall: { name: reply.tool, args: reply.arguments } };
}
