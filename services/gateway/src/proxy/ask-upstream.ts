import { PassThrough, pipeline, type Readable } from 'node:stream';
import { OperationError } from '@agent-mem/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { endOf } from '../reply-end.ts';
import { pathOf } from '../routes.ts';
import { headersUp } from './passed-headers.ts';

/** Asks upstreams. Disposing cuts what runs: it is answered that the service stops. */
export interface AskUpstream extends AsyncDisposable {
  /** Resolves when the reply's headers are there. Aborted when the client leaves. Throws `unavailable` where the server cannot be reached. */
  (url: string, request: FastifyRequest, reply: FastifyReply, body: Uint8Array | null): Promise<UpstreamReply>;
}

/** A server's reply. Its body fails with `unavailable` where the server breaks off. */
export interface UpstreamReply extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  readonly body: Readable;
}

/** An upstream answers what no client can be sent: 502. */
export class BadGateway extends OperationError {}

const connectMs = 10_000;

/** Connections stay open between requests; each request in flight has one of its own, which ends with it. */
export function createAskUpstream(): AskUpstream {
  // A model may think as long as its client waits.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: connectMs } });
  const ask = async (url: string, request: FastifyRequest, reply: FastifyReply, body: Uint8Array | null) => {
    const { hungUp } = endOf(reply);
    hungUp.throwIfAborted();
    // With its query, in which a key of the caller may stand.
    const address = url + request.url.slice(pathOf(request.url).length);
    const { origin } = new URL(address);
    try {
      const method = request.method as Dispatcher.HttpMethod;
      const answer = await agent.request({
        origin,
        path: pathAt(address),
        method,
        headers: headersUp(request.headers),
        body,
        signal: hungUp,
      });
      const { statusCode, headers } = answer;
      if (statusCode < 600) return { statusCode, headers, body: bodyFrom(origin, answer.body) };
      answer.body.on('error', () => undefined).destroy();
      throw new BadGateway('unavailable', `${origin} answers with the status ${statusCode}, which HTTP does not have`);
    } catch (cause) {
      hungUp.throwIfAborted();
      if (cause instanceof OperationError) throw cause;
      const { code = 'no connection' } = cause as NodeJS.ErrnoException;
      throw new OperationError('unavailable', `${origin} does not answer: ${code}`, { cause });
    }
  };
  return Object.assign(ask, { [Symbol.asyncDispose]: () => agent.destroy(stopping()) });
}

/** The body as it comes. Before its first byte has gone on, the client is answered with the error that it fails with. */
function bodyFrom(origin: string, body: Readable): Readable {
  const passing = new PassThrough({
    destroy(cause, done) {
      const isOwn = cause === null || cause instanceof OperationError;
      done(isOwn ? cause : new OperationError('unavailable', `${origin} broke off in the middle of its reply`, { cause }));
    },
  });
  return pipeline(body, passing, () => undefined);
}

function stopping(): OperationError {
  return new OperationError('unavailable', 'The service is stopping; ask again');
}

function pathAt(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
