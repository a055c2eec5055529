/** The servers that models are asked at. Base URLs have no slash at their end. */
export interface Upstreams {
  /** `null`: none is configured for the model. */
  urlFor(model: string): string | null;
  /** What names no model is asked there; `null`: nothing is configured. */
  readonly first: string | null;
}

/**
 * Reads `gpt-*=https://api.openai.com/v1, claude-*=https://api.anthropic.com/v1`. The first pattern that fits a model's name holds; `*` stands for any text. Models that fit none are asked at
 * `otherwise`; empty: nowhere. Throws an `Error` that says what is malformed.
 */
export function readUpstreams(list: string, otherwise: string): Upstreams {
  const entries = list.split(',').flatMap((entry) => {
    const text = entry.trim();
    if (text === '') return [];
    const [, pattern = '', url = ''] = /^([^=\s]+)\s*=\s*(\S+)$/.exec(text) ?? [];
    if (pattern === '')
      throw new Error(`must hold patterns of models with their servers, as gpt-*=https://host/v1, got "${text}"`);
    return [{ pattern: patternOf(pattern), url: baseUrl(url) }];
  });
  const last = otherwise === '' ? null : baseUrl(otherwise);
  return {
    urlFor: (model) => entries.find(({ pattern }) => pattern.test(model))?.url ?? last,
    first: last ?? entries[0]?.url ?? null,
  };
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** The routes of a server that is given without a path are below `/v1`. */
function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`"${text}" is no http address of a server`);
  return url.pathname === '/' ? new URL('/v1', url).href : text.replace(/\/+$/, '');
}
