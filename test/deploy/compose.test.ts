import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { hostable } from '@agent-mem/fleet';
import { temporaryDirectory } from '@agent-mem/testing';
import { beforeAll, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';
import { fleetVariables } from './fleet-variables.ts';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const stores = ['neo4j', 'qdrant', 'redis', 'postgres'];

/** What compose makes of one container, as far as tests look into it. */
interface Container {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly { readonly host_ip: string; readonly target: number }[];
  readonly volumes?: readonly { readonly type: string }[];
}

describeLive('compose-go', findTool('compose-check'), (check) => {
  let services: Readonly<Record<string, Container>>;
  const load = async (
    passwords: Readonly<Record<string, string>>,
    folder = deploy,
  ): Promise<Readonly<Record<string, Container>>> => {
    const { PATH } = process.env;
    const { stdout } = await promisify(execFile)(check(), [`${folder}/compose.yaml`], { env: { PATH, ...passwords } });
    return JSON.parse(stdout).services;
  };
  const example = async () => parseEnv(await readFile(`${deploy}.env.example`, 'utf8')) as Record<string, string>;
  const filled = async () => Object.fromEntries(Object.keys(await example()).map((name) => [name, `the ${name}`]));
  beforeAll(async () => {
    services = await load(await filled());
  });

  const named = (names: readonly string[]) => names.map((name) => services[name]).filter((container) => container !== undefined);

  it('reads the file as valid, with a container of each service that the fleet can host', verifies('deploy.compose'), () => {
    expect(Object.keys(services).toSorted()).toEqual([...hostable, 'init', 'first-key', 'pulsar', ...stores].toSorted());
    expect(named(hostable).map(({ command }) => command)).toEqual(hostable.map((name) => [name]));
    expect(services.init?.command).toEqual(['init']);
    expect(services['first-key']?.command).toEqual(['keys', 'create', '--first']);
  });

  it('sets variables that the program reads, as does fleet.env.example', async () => {
    const unknown = (names: readonly string[]) => names.filter((name) => !fleetVariables.has(name));
    for (const { environment } of named([...hostable, 'init', 'first-key']))
      expect(unknown(Object.keys(environment))).toEqual([]);
    expect(unknown(Object.keys(parseEnv(await readFile(`${deploy}fleet.env.example`, 'utf8'))))).toEqual([]);
  });

  it('gives all containers of the fleet what stands in fleet.env, where compose.yaml sets nothing else', async () => {
    await using directory = await temporaryDirectory();
    await copyFile(`${deploy}compose.yaml`, `${directory.path}/compose.yaml`);
    const given = ["LLM_API_KEY='pa$word$$'", 'PULSAR_TENANT=memories', 'HTTP_PORT=9000', 'BUS_URL=memory:', 'GRAPH_URL=memory:'];
    await writeFile(`${directory.path}/fleet.env`, given.join('\n'));
    const containers = await load(await filled(), directory.path);
    for (const name of [...hostable, 'init', 'first-key'])
      expect(containers[name]?.environment, name).toMatchObject({ LLM_API_KEY: 'pa$word$$', PULSAR_TENANT: 'memories' });
    for (const name of hostable)
      expect(containers[name]?.environment, name).toMatchObject({
        HTTP_PORT: '8700',
        BUS_URL: 'ws://pulsar:8080',
        GRAPH_URL: 'neo4j://neo4j:7687',
      });
  });

  it.each([
    { given: { DRAIN_SECONDS: '' }, drainSeconds: '10', grace: '30s' },
    { given: { DRAIN_SECONDS: '600' }, drainSeconds: '600', grace: '10m20s' },
  ])('kills a service 20 s after its DRAIN_SECONDS: $drainSeconds', async ({ given, drainSeconds, grace }) => {
    const containers = await load({ ...(await filled()), ...given });
    for (const name of hostable) {
      expect(containers[name]?.environment.DRAIN_SECONDS, name).toBe(drainSeconds);
      expect(containers[name]?.stop_grace_period, name).toBe(grace);
    }
  });

  it('takes what .env.example shows', async () => {
    const compose = await readFile(`${deploy}compose.yaml`, 'utf8');
    const documented = [...(await readFile(`${deploy}.env.example`, 'utf8')).matchAll(/^#?([A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(documented.length).toBeGreaterThan(4);
    expect(documented.filter((name) => !compose.includes(`\${${name}:`))).toEqual([]);
  });

  it('every container of the fleet is one image, of the Dockerfile', () => {
    const containers = named([...hostable, 'init', 'first-key']);
    expect(new Set(containers.map(({ image }) => image)).size).toBe(1);
    expect(containers.map(({ build }) => build?.dockerfile)).toEqual(containers.map(() => 'deploy/Dockerfile'));
  });

  it('every other image is pinned to a version', () => {
    for (const { image } of named(['pulsar', ...stores])) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  it('the broker and the stores tell their health and keep their data; init waits for the broker, services for all', () => {
    for (const container of named(['pulsar', ...stores])) {
      expect(container.healthcheck?.test.length).toBeGreaterThan(1);
      expect(container.volumes?.map(({ type }) => type)).toEqual(['volume']);
    }
    expect(services.init?.depends_on?.pulsar?.condition).toBe('service_healthy');
    expect(services['first-key']?.depends_on?.neo4j?.condition).toBe('service_healthy');
    for (const { depends_on } of named(hostable)) {
      for (const step of ['init', 'first-key']) expect(depends_on?.[step]?.condition).toBe('service_completed_successfully');
      expect(stores.map((store) => depends_on?.[store]?.condition)).toEqual(stores.map(() => 'service_healthy'));
    }
  });

  it('callers show a key, whichever service they ask', () => {
    for (const { environment } of named(hostable)) expect(environment.AUTH).toBe('required');
  });

  it('only the gateway is reached from outside, and from this machine alone', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map(({ host_ip, target }) => [name, host_ip, target]),
    );
    expect(published).toEqual([['gateway', '127.0.0.1', 8700]]);
  });

  it.each(['NEO4J_PASSWORD', 'QDRANT_API_KEY', 'REDIS_PASSWORD', 'POSTGRES_PASSWORD'])(
    'without %s nothing starts, and .env.example asks for it',
    async (name) => {
      expect(Object.keys(await example())).toContain(name);
      await expect(load({ ...(await filled()), [name]: '' })).rejects.toThrow(
        `${name} is missing a value: see deploy/.env.example`,
      );
    },
  );

  it('each password reaches its store and the services, and nobody else', () => {
    const holders = (password: string) =>
      Object.entries(services)
        .filter(([, { environment }]) => Object.values(environment).some((value) => value.includes(password)))
        .map(([name]) => name);
    expect(holders('the NEO4J_PASSWORD').toSorted()).toEqual([...hostable, 'first-key', 'neo4j'].toSorted());
    expect(holders('the QDRANT_API_KEY').toSorted()).toEqual([...hostable, 'qdrant'].toSorted());
    expect(holders('the REDIS_PASSWORD').toSorted()).toEqual([...hostable, 'redis'].toSorted());
    expect(holders('the POSTGRES_PASSWORD').toSorted()).toEqual([...hostable, 'postgres'].toSorted());
  });
});
