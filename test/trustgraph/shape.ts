import type { GatewayFrame, GatewayTriple } from '../live/trustgraph/ask.ts';

/** Frames without what differs each time (the moment of the start) or says nothing (where a text was torn for streaming, the order of triples). */
export function shapeOf(frames: readonly GatewayFrame[]): readonly object[] {
  const shapes: Shape[] = [];
  for (const { explain_triples = [], ...frame } of frames) {
    const triples = explain_triples.map(lineOf).sort();
    const last = shapes.at(-1);
    if (last?.message_type === 'answer' || last?.message_type === 'thought') {
      const isPiece = last.message_type === frame.message_type && last.message_id === frame.message_id && !last.end_of_message;
      if (isPiece && frame.content) {
        shapes[shapes.length - 1] = { ...frame, content: `${last.content}${frame.content}` };
        continue;
      }
    }
    shapes.push({ ...frame, ...(triples.length > 0 ? { triples } : {}) });
  }
  return shapes;
}

type Shape = Omit<GatewayFrame, 'explain_triples'> & { readonly triples?: readonly string[] };

function lineOf({ s, p, o, g = '' }: GatewayTriple): string {
  const [subject, predicate, object] = [s, p, o].map(({ i, v }) => i ?? JSON.stringify(v));
  return `${subject} ${predicate} ${predicate?.endsWith('#startedAtTime') ? 'a moment' : object} ${g}`;
}
