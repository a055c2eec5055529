import type { PulsarClientModule } from './client.ts';
import type { Log } from './log.ts';

/** A token, or what gives one that is fresh. */
export type Token = string | (() => Promise<string>);

/** Credentials for the client credentials flow of OAuth 2. */
export interface Oauth2 {
  readonly issuerUrl: string;
  readonly audience: string;
  readonly scope?: string;
  /** Path or `data:` URL of a JSON file with client id and secret. Without: `clientId` and `clientSecret`. */
  readonly privateKey?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** What the client shows the broker; `undefined` without credentials. */
export function authentication(
  { AuthenticationToken, AuthenticationOauth2 }: PulsarClientModule,
  { token, oauth2 }: { readonly token?: Token | undefined; readonly oauth2?: Oauth2 | undefined },
  log: Log,
): object | undefined {
  if (oauth2) return new AuthenticationOauth2(oauth2Config(oauth2));
  if (token === undefined || token === '') return undefined;
  return new AuthenticationToken({ token: typeof token === 'string' ? async () => token : lastGood(token, log) });
}

/** A supplier that rejects would end the process: the last token that was good stands in. */
export function lastGood(supply: () => Promise<string>, log: Log): () => Promise<string> {
  let last = '';
  return async () => {
    try {
      last = await supply();
    } catch (error) {
      log.warn({ err: error }, 'There is no fresh token for Pulsar; the last one is shown again');
    }
    return last;
  };
}

function oauth2Config({
  issuerUrl,
  audience,
  scope,
  privateKey,
  clientId,
  clientSecret,
}: Oauth2): Readonly<Record<string, string>> {
  const config = {
    type: 'client_credentials',
    issuer_url: issuerUrl,
    audience,
    scope,
    private_key: privateKey,
    client_id: clientId,
    client_secret: clientSecret,
  };
  return Object.fromEntries(Object.entries(config).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
