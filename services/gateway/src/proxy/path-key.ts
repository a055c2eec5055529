import type { IncomingMessage } from 'node:http';

/** The header that carries the fleet's key beside an upstream's in `Authorization`. */
export const keyHeader = 'x-agent-mem-key';

/**
 * Moves a key from the path, `/k/<key>/v1/…` or `/k/<key>/v1beta/…`, into its header, before anything looks at the path: no route, span, metric or log line then has it. Of a path with a key that leads to no route of the proxy
 * the key goes too.
 */
export function takePathKey(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [, key, rest = ''] = /^\/k\/([^/?]*)(.*)/s.exec(request.url ?? '') ?? [];
  if (key === undefined) return;
  const isProxied = proxied.test(rest);
  request.url = isProxied ? rest : `/k/<key>${rest}`;
  if (isProxied) request.headers[keyHeader] = key;
}

const proxied =
  /^\/(v1\/(chat\/completions|messages|messages\/count_tokens|responses|responses\/input_tokens|conversations|embeddings)|v1(beta)?\/models(\/[^/?]+)?)(\?|$)/;
