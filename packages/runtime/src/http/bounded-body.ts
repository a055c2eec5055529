/** How much of a body is read. */
export interface BodyBound {
  readonly mostBytes: number;
  /** What so many bytes are of. Default: the whole body. */
  readonly of?: 'body' | 'line';
  /** Called when there are more: the body ends in this error. */
  tooLong(): Error;
}

/** A response of whose body no more is read than the bound allows. */
export function withBoundedBody(response: Response, { mostBytes, of = 'body', tooLong }: BodyBound): Response {
  if (response.body === null || !Number.isFinite(mostBytes)) return response;
  let count = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      const lineEnd = of === 'line' ? piece.lastIndexOf(0x0a) : -1;
      count = lineEnd < 0 ? count + piece.length : piece.length - lineEnd - 1;
      if (count > mostBytes) controller.error(tooLong());
      else controller.enqueue(piece);
    },
  });
  const { headers, status, statusText } = response;
  return new Response(response.body.pipeThrough(counting), { headers, status, statusText });
}
