import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { OperationError } from '@agent-mem/contract';

/** The host names of a comma-separated list, in lower case. */
export function allowedHosts(list: string): ReadonlySet<string> {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  return new Set(['localhost', ...names.filter((name) => name !== '')]);
}

/** The origins of a comma-separated list. Throws `invalid-argument` for one that is none. */
export function allowedOrigins(list: string): ReadonlySet<string> {
  const origins = list.split(',').flatMap((each) => each.trim() || []);
  const wrong = origins.find((each) => URL.parse(each)?.origin !== each);
  if (wrong !== undefined)
    throw new OperationError(
      'invalid-argument',
      `HTTP_ALLOWED_ORIGINS must hold origins such as https://app.example, got "${wrong}"`,
    );
  return new Set(origins);
}

/**
 * Refuses what a web page could have sent: a page elsewhere that points its own name at this address (it shows in Host), or
 * that posts across origins (it shows in Origin). Throws `permission-denied`.
 */
export function checkCaller(
  headers: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
  origins: ReadonlySet<string> = new Set(),
): void {
  const host = headers.host ?? '';
  const name = hostName(host);
  if (name === null || !(isIP(name) || allowed.has(name))) {
    throw new OperationError('permission-denied', `Host: "${host}" is not allowed (add its name to HTTP_ALLOWED_HOSTS)`);
  }
  const { origin } = headers;
  if (origin !== undefined && !origins.has(origin) && !sameHost(origin, host)) {
    throw new OperationError('permission-denied', `Origin: "${origin}" is not allowed (add it to HTTP_ALLOWED_ORIGINS)`);
  }
}

function hostName(host: string): string | null {
  const url = URL.parse(`http://${host}`);
  // A Host with a path, a query or a user in it is none.
  if (!url || /[/?#@\\]/.test(host)) return null;
  return url.hostname.replace(/^\[|\]$/g, '');
}

function sameHost(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  return url !== null && url.host !== '' && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}
