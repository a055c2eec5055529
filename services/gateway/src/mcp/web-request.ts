import type { FastifyRequest } from 'fastify';

/** The request as the web's own type has it, without its body, which was read. */
export function webRequest({ url, method, headers, host, protocol }: FastifyRequest, signal: AbortSignal): Request {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(new URL(url, `${protocol}://${host}`), { method, headers: single, signal });
}
