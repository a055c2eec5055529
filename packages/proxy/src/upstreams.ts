import { shownAddress } from '@agent-mem/contract/shown-address';
import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { isGeminiPath } from './wires/generate-content.ts';

/** The servers that models are asked at. */
export interface Upstreams {
  /** The address of what a client asks at this path, below `/v1` or `/v1beta`. An empty model: none is named. `null`: no server is configured for it. */
  urlFor(model: string, path: string): string | null;
}

/**
 * Reads `gpt-*=https://api.openai.com/v1, claude-*=https://api.anthropic.com/v1`. The first pattern that fits a model's name holds; `*` stands for any text. Models that fit none are asked at
 * `otherwise`, empty: nowhere; so is what names no model, and where `otherwise` does not serve it, the first server that does. A server whose base URL ends in `/v1beta` is Gemini's and serves models and
 * nothing else, one that is given without a path serves all as it is asked, and any other all but what is Gemini's: a caller's key for one maker goes to no other. Throws an `Error` that says what is malformed.
 */
export function readUpstreams(list: string, otherwise: string): Upstreams {
  const entries = list.split(',').flatMap((entry) => {
    const text = entry.trim();
    if (text === '') return [];
    const [, pattern = '', url = ''] = /^([^=\s]+)\s*=\s*(\S+)$/.exec(text) ?? [];
    if (pattern === '')
      throw new Error(`must hold patterns of models with their servers, as gpt-*=https://host/v1, got "${shownAddress(text)}"`);
    return [{ pattern: patternOf(pattern), server: serverAt(url) }];
  });
  const last = otherwise === '' ? [] : [serverAt(otherwise)];
  return {
    urlFor(model, path) {
      const fitting = entries.filter(({ pattern }) => model === '' || pattern.test(model)).map(({ server }) => server);
      const servers = model === '' ? [...last, ...fitting] : [...fitting, ...last];
      return servers.map((addressOf) => addressOf(path)).find((address) => address !== null) ?? null;
    },
  };
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map(RegExp.escape);
  return new RegExp(`^${parts.join('.*')}$`);
}

/** Says at which address a server serves a path; `null`: it does not. */
function serverAt(text: string): (path: string) => string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`"${shownAddress(text)}" is no http address of a server`);
  if (url.username !== '' || url.password !== '')
    throw new Error(`the server at ${url.host} must have no user and no password; each request has its caller's key`);
  if (url.pathname === '/') return (path) => url.origin + path;
  const base = withoutLastSlashes(text);
  const isGemini = base.endsWith('/v1beta');
  const serves = (path: string) => (isGemini ? /^\/v1(beta)?\/models(\/|$)/.test(path) : !isGeminiPath(path));
  return (path) => (serves(path) ? base + path.replace(/^\/v1(beta)?(?=\/)/, '') : null);
}
