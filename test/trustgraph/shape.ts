import type { GatewayFrame, GatewayTriple } from '../live/trustgraph/ask.ts';

/** What TrustGraph's orchestrator tells of a step, beside what its ReAct agent does. Ours tells it too. */
const orchestratorsOnly = [
  ...['stepNumber', 'toolCandidate', 'llmDurationMs', 'inToken', 'outToken', 'llmModel', 'toolDurationMs', 'toolError'],
  'terminationReason',
].map((name) => `https://trustgraph.ai/ns/${name}`);
const errorType = 'https://trustgraph.ai/ns/Error';

/** A frame as two agents must tell it alike. */
export type Shape = Omit<GatewayFrame, 'explain_triples' | 'in_token' | 'out_token' | 'model'> & {
  readonly triples?: readonly string[];
};

/**
 * Frames without what differs each time (the moment of the start), what says nothing (where a text was torn for streaming, the order of triples), and what
 * the orchestrator tells and the ReAct agent does not.
 */
export function shapeOf(frames: readonly GatewayFrame[]): readonly Shape[] {
  const shapes: Shape[] = [];
  for (const { explain_triples = [], in_token, out_token, model, ...frame } of frames) {
    const last = shapes.at(-1);
    const isPiece =
      (frame.message_type === 'thought' || frame.message_type === 'answer') &&
      last?.message_type === frame.message_type &&
      last.message_id === frame.message_id;
    const content = isPiece ? `${last.content ?? ''}${frame.content ?? ''}` : frame.content;
    const triples = explain_triples.filter((triple) => !isOrchestrators(triple)).map(lineOf);
    const shape = { ...frame, ...(content ? { content } : {}), ...(triples.length > 0 ? { triples: triples.sort() } : {}) };
    if (isPiece) shapes.pop();
    shapes.push(shape);
  }
  return shapes;
}

function isOrchestrators({ p, o }: GatewayTriple): boolean {
  return orchestratorsOnly.includes(p.i ?? '') || o.i === errorType;
}

function lineOf({ s, p, o, g = '' }: GatewayTriple): string {
  const [subject, predicate, object] = [s, p, o].map(({ i, v }) => i ?? JSON.stringify(v));
  return `${subject} ${predicate} ${predicate?.endsWith('#startedAtTime') ? 'a moment' : object} ${g}`;
}
