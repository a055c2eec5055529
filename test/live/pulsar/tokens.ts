import { createHmac, randomBytes } from 'node:crypto';

/** A broker that asks who is there. */
export interface Tokens {
  /** Settings of the broker: `admin` may do everything there, nobody else may do anything yet. */
  readonly settings: Readonly<Record<string, string>>;
  /** A JSON Web Token for the role, as an operator makes it by `pulsar tokens create`. */
  of(role: string): string;
}

/** Makes a key, and what follows from it. */
export function makeTokens(): Tokens {
  const key = randomBytes(32);
  const of = (role: string) => {
    const part = (members: object) => Buffer.from(JSON.stringify(members)).toString('base64url');
    const signed = `${part({ alg: 'HS256' })}.${part({ sub: role })}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  const settings = {
    authenticationEnabled: 'true',
    authorizationEnabled: 'true',
    authenticationProviders: 'org.apache.pulsar.broker.authentication.AuthenticationProviderToken',
    tokenSecretKey: `data:;base64,${key.toString('base64')}`,
    superUserRoles: 'admin',
    brokerClientAuthenticationPlugin: 'org.apache.pulsar.client.impl.auth.AuthenticationToken',
    brokerClientAuthenticationParameters: `token:${of('admin')}`,
  };
  return { settings, of };
}
