import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { OperationError } from '@agent-mem/contract';

/** The host names of a comma-separated list, in lower case. */
export function allowedHosts(list: string): ReadonlySet<string> {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  return new Set(['localhost', ...names.filter((name) => name !== '')]);
}

/**
 * Refuses what a web page could have sent: a page elsewhere that points its own name at this address (it shows in Host), or
 * that posts across origins (it shows in Origin). Throws `permission-denied`.
 */
export function checkCaller(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): void {
  const host = headers.host ?? '';
  const name = hostName(host);
  if (name === null || !(isIP(name) || allowed.has(name))) {
    throw new OperationError('permission-denied', `Host: "${host}" is not allowed (add its name to HTTP_ALLOWED_HOSTS)`);
  }
  const { origin } = headers;
  if (origin !== undefined && !sameHost(origin, host)) {
    throw new OperationError('permission-denied', `Origin: "${origin}" is not allowed, only pages from ${host} may ask`);
  }
}

function hostName(host: string): string | null {
  const url = URL.parse(`http://${host}`);
  // A Host with a path, a user or nothing in it is none.
  if (!url || host === '' || url.pathname !== '/' || url.username !== '' || url.search !== '' || /[/?#@\\]/.test(host))
    return null;
  return url.hostname.replace(/^\[|\]$/g, '');
}

function sameHost(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  return url !== null && url.host !== '' && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}
