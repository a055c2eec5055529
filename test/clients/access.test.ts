import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPulsar, startPulsar } from '../live/pulsar/broker.ts';
import { findProgram, findTool } from '../live/tools.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { pulsarInit } from '../process/pulsar-init.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../services/fleet/main.ts', import.meta.url));
const pulsarCaller = fileURLToPath(new URL('pulsar_caller.py', import.meta.url));

/** Asks facts by one way in; a refusal is answered as its words. `credential` is a key, over Pulsar a token. */
// biome-ignore lint/suspicious/noExplicitAny: what other people's clients get has no type here
type Ask = (operation: string, request: object, credential: string | null) => Promise<any>;

/** What a tenant and strangers show by one way in. */
interface Credentials {
  readonly anne: string;
  readonly ben: string;
  /** Each with what the audit log says of it. */
  readonly refused: readonly (readonly [credential: string | null, reason: string])[];
}

describeLive('Apache Pulsar, and a fleet that other machines reach', findPulsar(), (jars) => {
  const stack = new AsyncDisposableStack();
  let serviceUrl: string;
  let environment: Readonly<Record<string, string>>;
  let gateway: FleetProcess;
  let facts: FleetProcess;
  const keys = {} as Credentials;
  const tokens = {} as Credentials;

  const command = async (...words: readonly string[]) =>
    (
      await run(process.execPath, [main, ...words], {
        env: { ...process.env, ...environment, LOG_LEVEL: 'error' },
        // What hangs is named by its words.
        timeout: 120_000,
      })
    ).stdout.trim();

  beforeAll(async () => {
    const pulsar = stack.use(await startPulsar(jars()));
    const directory = stack.use(await temporaryDirectory());
    const elsewhere = stack.use(await temporaryDirectory());
    await pulsarInit(pulsar.webSocketUrl);
    serviceUrl = pulsar.serviceUrl;
    const [key, publicKey] = ['scope.key', 'scope.pub'].map((name) => join(directory.path, name)) as [string, string];
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key]);
    await run('openssl', ['pkey', '-in', key, '-pubout', '-out', publicKey]);
    environment = {
      HOST: '0.0.0.0',
      AUTH: 'required',
      BUS_URL: pulsar.webSocketUrl,
      DATA_DIR: directory.path,
      SCOPE_TOKEN_KEY_FILE: key,
      SCOPE_TOKEN_PUBLIC_KEYS_FILE: publicKey,
      AUDIT_LOG: join(directory.path, 'audit'),
      KEY_REQUESTS_PER_MINUTE: '30',
    };
    const newKey = (...flags: readonly string[]) => command('keys', 'create', '--name', 'test', ...flags);
    const newToken = (...flags: readonly string[]) => command('keys', 'token', '--name', 'test', ...flags);
    const anne = ['--workspaces', 'acme', '--users', 'anne'] as const;
    const ben = ['--workspaces', 'bolt', '--users', 'ben'] as const;
    const revoked = await newKey(...ben);
    await command('keys', 'revoke', revoked.slice(3, 15));
    const [annesKey, bensKey] = [await newKey(...anne), await newKey(...ben)];
    const [annesToken, bensToken] = [await newToken(...anne), await newToken(...ben)];
    Object.assign(keys, {
      anne: annesKey,
      ben: bensKey,
      refused: [
        [null, 'no-credential'],
        [`${bensKey.slice(0, -6)}abcdef`, 'unknown'],
        [bensKey.slice(0, 15) + annesKey.slice(15), 'unknown'],
        [revoked, 'revoked'],
      ],
    } satisfies Credentials);
    const [head = '', , signature = ''] = bensToken.split('.');
    Object.assign(tokens, {
      anne: annesToken,
      ben: bensToken,
      refused: [
        [null, 'no-credential'],
        [`${head}.${annesToken.split('.')[1]}.${signature}`, 'unknown'],
        [await newToken(...ben, '--minutes', '0'), 'expired'],
      ],
    } satisfies Credentials);
    facts = stack.use(await startFleetProcess({ directory: directory.path, args: ['facts', 'graph', 'gateway'], environment }));
    // It asks over the bus, and has no memory of its own.
    const inMemory = { GRAPH_URL: 'memory:', SEARCH_URL: 'memory:', KEYVALUE_URL: 'memory:', DETAILS_URL: 'memory:' };
    const apart = { ...environment, DATA_DIR: elsewhere.path, AUTH: 'off', ...inMemory };
    gateway = stack.use(await startFleetProcess({ directory: elsewhere.path, args: ['gateway'], environment: apart }));
  });
  afterAll(() => stack.disposeAsync());

  const bearer = (credential: string | null) => (credential === null ? [] : ['-H', `Authorization: Bearer ${credential}`]);

  describeLive('grpcurl', findTool('grpcurl'), (grpcurl) => {
    tenants(keys, 'grpc', async (operation, request, credential) => {
      const [, address = ''] = /and (\S+) \(gRPC\)/.exec(facts.output()) ?? [];
      const method = `agentmem.v1.FactsService/${operation[0]?.toUpperCase()}${operation.slice(1)}`;
      const call = ['-plaintext', '-emit-defaults', ...bearer(credential), '-d', JSON.stringify(request), address, method];
      return run(grpcurl(), call).then(
        ({ stdout }) => JSON.parse(stdout),
        ({ stderr }: { stderr: string }) => stderr,
      );
    });
  });

  describeLive("Python's pulsar-client", findTool('python/bin/python'), (python) => {
    let ask: Ask;
    beforeAll(() => {
      const child = spawn(python(), [pulsarCaller, serviceUrl], { stdio: ['pipe', 'pipe', 'inherit'] });
      stack.defer(async () => {
        child.stdin.end();
        await once(child, 'exit');
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      ask = async (operation, request, credential) => {
        const properties = credential === null ? {} : { scope_token: credential };
        child.stdin.write(`${JSON.stringify({ service: 'facts', request: { [operation]: request }, properties })}\n`);
        const reply = JSON.parse((await lines.next()).value ?? '{}');
        return reply.error ? `${reply.error.type}: ${reply.error.message}` : reply[operation];
      };
    });
    tenants(tokens, 'bus', (...asked) => ask(...asked));

    it(
      'a caller that asks too often is answered so, by a command too, and others are not',
      verifies('limits.rates'),
      async () => {
        const greedy = await command('keys', 'token', '--name', 'greedy', '--workspaces', 'acme', '--users', 'greedy');
        const answers: unknown[] = [];
        const isRefused = (answer: unknown) => /^resource-exhausted: requests_per_minute: this key/.test(String(answer));
        while (!answers.some(isRefused) && answers.length < 60) answers.push(await ask('list', {}, greedy));
        expect(answers.findIndex(isRefused)).toBe(30);
        expect(await ask('store', { content: 'One too many' }, greedy)).toMatch(/^resource-exhausted: requests_per_minute: /);
        expect((await ask('list', {}, tokens.anne)).facts).toBeDefined();
        expect(await command('dead-letters', 'list')).toMatch(/no dead letters/i);
      },
    );
  });

  describeLive('curl', findProgram('curl'), (curl) => {
    tenants(keys, 'http', async (operation, request, credential) => {
      const post = [
        '-sS',
        `${facts.httpUrl}/v1/facts/${operation}`,
        '-H',
        'content-type: application/json',
        ...bearer(credential),
      ];
      const answer = JSON.parse((await run(curl(), [...post, '-d', JSON.stringify(request)])).stdout);
      return answer.error ? `${answer.error.type}: ${answer.error.message}` : answer;
    });

    it('a gateway in another process asks over the bus, by tokens of the fleet itself', async () => {
      const post = (operation: string, body: object) =>
        run(curl(), [
          '-sS',
          `${gateway.httpUrl}/v1/facts/${operation}`,
          '-H',
          'content-type: application/json',
          '-d',
          JSON.stringify(body),
        ]);
      const { fact_id } = JSON.parse((await post('store', { content: 'The fleet trusts itself' })).stdout);
      expect(JSON.parse((await post('get', { fact_id })).stdout).fact.content).toBe('The fleet trusts itself');
    });
  });

  /** What is seen by one way in. */
  function tenants(shown: Credentials, door: string, ask: Ask): void {
    describe(`over ${door}`, () => {
      it('two tenants are blind to each other', verifies('access.tenants'), async () => {
        const { fact_id } = await ask('store', { content: `The launch is on Monday, says ${door}` }, shown.anne);
        expect((await ask('get', { fact_id }, shown.anne)).fact.content).toContain('The launch is on Monday');
        expect(await ask('get', { fact_id }, shown.ben)).toMatch(/there is no fact|not.?found/i);
        expect((await ask('list', {}, shown.ben)).facts).toEqual([]);
        expect(await ask('get', { fact_id, workspace: 'acme', user: 'anne' }, shown.ben)).toMatch(
          /workspace: is not this credential's/,
        );
      });

      it('a caller with no credential or a wrong one is refused and written down', verifies('access.refused'), async () => {
        for (const [credential] of shown.refused) expect(await ask('list', {}, credential)).toMatch(/unauthenticated/i);
        const entries = (await command('audit', '--refused', '--json')).split('\n').map((line) => JSON.parse(line));
        const reasons = entries
          .filter((entry) => entry.door === door && entry.outcome === 'unauthenticated')
          .map(({ reason }) => reason);
        expect(reasons).toEqual(shown.refused.map(([, reason]) => reason));
      });
    });
  }
});
