import { isJsonObject, OperationError } from '@agent-mem/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The largest body taken, in bytes. What the bus cannot carry beneath it the caller refuses. */
export const maxBodyBytes = 1024 * 1024;

/** No message of the contract nests deeper than a few levels; thousands would overflow the stack of the code that writes them out again. */
const maxDepth = 100;

/**
 * Takes JSON objects only; an empty body is the empty object. Other content types are refused, so that no form and no script of a
 * foreign web page can send a request without the browser asking first.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
    refuseCompressed(headers['content-encoding']);
    return parseBody(body);
  });
  app.addContentTypeParser('*', async (request: { headers: { 'content-type'?: string } }) => {
    throw new OperationError(
      'invalid-argument',
      `Content-Type: must be application/json, got "${request.headers['content-type']}"`,
    );
  });
  // Without a body there is no content type, and no parser runs.
  app.addHook('preHandler', async (request) => {
    if (request.body === undefined || request.body === null) request.body = {};
  });
}

function refuseCompressed(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new OperationError(
    'invalid-argument',
    `Content-Encoding: must be identity, got "${encoding}"; send the body uncompressed`,
  );
}

/** What a request asks that was read by this parser: it takes nothing but objects. */
export function bodyOf({ body }: { readonly body: unknown }): object {
  return body as object;
}

/** The body's object. Throws `invalid-argument` with the reason when it is none. */
export function parseBody(body: Uint8Array): object {
  const text = decode(body);
  if (text.trim() === '') return {};
  const value = parse(text);
  if (isJsonObject(value)) {
    if (isDeeperThan(maxDepth, value)) throw new OperationError('invalid-argument', `body: must nest at most ${maxDepth} levels`);
    return value;
  }
  throw new OperationError(
    'invalid-argument',
    `body: must be a JSON object, got ${Array.isArray(value) ? 'a list' : text.trim().slice(0, 40)}`,
  );
}

function isDeeperThan(most: number, value: object): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((inner) => (typeof inner === 'object' && inner !== null ? Object.values(inner) : []));
  }
  return false;
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new OperationError('invalid-argument', 'body: must be UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperationError('invalid-argument', `body: must be JSON: ${(error as Error).message}`);
  }
}
