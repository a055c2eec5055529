import { readFile } from 'node:fs/promises';
import { type Clock, OperationError } from '@agent-mem/contract';
import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import {
  allowInsecureRequests,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  discoveryRequest,
  processClientCredentialsResponse,
  processDiscoveryResponse,
  type TokenEndpointResponse,
} from 'oauth4webapi';

/** Credentials for the client credentials flow of OAuth 2. */
export interface Oauth2Options {
  /** Whose token endpoint is found at `/.well-known/openid-configuration` below it. */
  readonly issuerUrl: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
  /** JSON with `client_id` and `client_secret`, as Pulsar's own clients take it. */
  readonly credentialsFile: string;
  readonly clock: Clock;
}

const timeoutMs = 10_000;
/** An issuer on the same machine or inside a cluster may speak plain HTTP; the address is the operator's. */
const requests = { signal: () => AbortSignal.timeout(timeoutMs), [allowInsecureRequests]: true };

/** Asks the issuer for a token by the client credentials flow (RFC 6749, 4.4). Rejects as `oauth2Token` says. */
export async function requestToken({
  issuerUrl,
  audience,
  scope,
  credentialsFile,
}: Oauth2Options): Promise<TokenEndpointResponse> {
  const { client_id, client_secret } = await credentials(credentialsFile);
  const discovery = `${withoutLastSlashes(issuerUrl)}/.well-known/openid-configuration`;
  const issuer = await answered(discovery, async () => {
    const response = await discoveryRequest(new URL(issuerUrl), requests);
    if (!response.ok) return refused(discovery, response);
    // An issuer that is reached by its address inside a cluster names the one outside.
    const { issuer: named } = (await response.clone().json()) as { readonly issuer: string };
    return processDiscoveryResponse(new URL(named), response);
  });
  if (!issuer.token_endpoint) throw new OperationError('unavailable', `${discovery} names no token endpoint`);
  const endpoint = issuer.token_endpoint;
  return answered(endpoint, async () => {
    const form = { ...(audience ? { audience } : {}), ...(scope ? { scope } : {}) };
    const response = await clientCredentialsGrantRequest(issuer, { client_id }, ClientSecretPost(client_secret), form, requests);
    if (!response.ok) return refused(endpoint, response);
    return processClientCredentialsResponse(issuer, { client_id }, response);
  });
}

async function credentials(file: string): Promise<{ client_id: string; client_secret: string }> {
  try {
    const { client_id, client_secret } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    if (typeof client_id === 'string' && typeof client_secret === 'string') return { client_id, client_secret };
  } catch (cause) {
    throw malformed(file, cause);
  }
  throw malformed(file, null);
}

/** The secret stays out of it, and what the issuer says of it. */
function malformed(file: string, cause: unknown): OperationError {
  return new OperationError('invalid-argument', `${file} must be readable JSON with client_id and client_secret`, { cause });
}

/** What cannot be asked, or answers what is none of OAuth's, may do better the next time. */
async function answered<Answer>(url: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (cause) {
    if (cause instanceof OperationError) throw cause;
    throw new OperationError('unavailable', `${url} cannot be asked for a token for Pulsar`, { cause });
  }
}

async function refused(url: string, response: Response): Promise<never> {
  await response.body?.cancel();
  const type = response.status >= 400 && response.status < 500 ? 'unauthenticated' : 'unavailable';
  throw new OperationError(type, `${url} answered HTTP ${response.status} to a request for a token for Pulsar`);
}
