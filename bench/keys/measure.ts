import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKeyStore } from '@agent-mem/access';
import { startFleet, type TestFleet, temporaryDirectory } from '@agent-mem/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { seededTexts } from '../seeded-texts.ts';

/** The times of one way to ask, in milliseconds. */
export interface KeyFigures {
  readonly name: string;
  readonly ms: readonly number[];
}

const atOnce = 500;

/** Asks a fleet that asks nobody who they are, one that asks for a key and writes its audit log, and the same with JWTs. */
export async function measureKeys(facts: number, calls: number): Promise<readonly KeyFigures[]> {
  await using stack = new AsyncDisposableStack();
  const directory = stack.use(await temporaryDirectory());
  const issuer = stack.use(await startIssuer());
  const open = async (environment: Readonly<Record<string, string>>) => {
    const fleet = stack.use(
      await startFleet({ bus: 'sqlite', http: true, services: ['facts', 'graph', 'gateway'], environment }),
    );
    await fill(fleet, facts);
    return fleet;
  };
  const bare = await open({ AUTH: 'off' });
  const guarded = await open({ AUTH: 'required', AUDIT_LOG: directory.path, JWT_JWKS_URL: issuer.url });
  const keys = createKeyStore({ graph: guarded.ports.graph, clock: guarded.ports.clock });
  const grant = { permissions: ['read'], workspaces: null, users: null, collections: null } as const;
  const { text: key } = await keys.create({ ...grant, name: 'bench', expiresAt: null });
  const ways = [
    { name: 'AUTH=off', fleet: bare, credential: null, ms: [] as number[] },
    { name: 'a key', fleet: guarded, credential: key, ms: [] as number[] },
    { name: 'a JWT (RS256)', fleet: guarded, credential: await issuer.token(), ms: [] as number[] },
  ];
  const texts = seededTexts(17);
  // The first round warms up, and does not count.
  for (let call = -Math.ceil(calls / 5); call < calls; call += 1) {
    // By turns also within a round: who comes first meets colder caches.
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = ways[(turn + call + calls) % ways.length];
      if (!way) continue;
      const { fleet, credential, ms } = way;
      const query = texts.question(((call + calls) * 7_919) % facts);
      const started = performance.now();
      await retrieve(fleet, query, credential);
      if (call >= 0) ms.push(performance.now() - started);
    }
  }
  return ways;
}

async function fill({ caller, settled }: TestFleet, count: number): Promise<void> {
  const texts = seededTexts(17);
  for (let from = 0; from < count; from += atOnce) {
    const facts = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => ({ content: texts.text(from + index) }));
    await caller.call('facts', 'store_many', { facts }, { timeoutMs: 120_000 });
  }
  await settled();
}

async function retrieve({ httpUrl }: TestFleet, query: string, credential: string | null): Promise<void> {
  const authorization = credential === null ? {} : { authorization: `Bearer ${credential}` };
  const response = await fetch(`${httpUrl}/v1/facts/retrieve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ query }),
  });
  await response.text();
  if (!response.ok) throw new Error(`facts.Retrieve answered ${response.status}`);
}

/** An issuer of tokens with one key. */
async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const set = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] };
  const server = createServer((_request, response) => response.end(JSON.stringify(set))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () =>
      new SignJWT({ sub: 'default', permissions: ['read'] })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setExpirationTime('1h')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
