import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { createLogger } from '@agent-mem/runtime';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';
import type { Finding } from '../src/doctor/finding.ts';
import { openFleet } from '../src/fleet.ts';

/** What doctor finds, line by line. */
async function examined(environment: Record<string, string>): Promise<readonly Finding[]> {
  const lines: string[] = [];
  await run(['doctor', '--json'], {
    environment,
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void lines.push(line),
    complain: () => {},
    untilStopped: () => new Promise<void>(() => {}),
  });
  return lines.map((line) => JSON.parse(line));
}

/** What doctor says, by what it looked at. */
async function findings(environment: Record<string, string>): Promise<ReadonlyMap<string, string>> {
  return new Map((await examined(environment)).map(({ what, says }) => [what, says]));
}

it('doctor advises a backup for damaged data, and for data of a newer version the newer program', async () => {
  await using data = await temporaryDirectory();
  const environment = { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', ADMIN_PORT: '0' };
  const file = join(data.path, 'agent-mem.sqlite');
  const remedies = async () => {
    const ofGraph = (await examined(environment)).filter(({ what }) => what === 'graph');
    return ofGraph.map(({ remedy }) => remedy);
  };
  {
    await using _ = await openFleet({ services: [], environment, log: createLogger({ level: 'silent' }) });
  }
  const database = new DatabaseSync(file);
  database.exec('UPDATE migrations SET version = version + 1');
  database.close();
  expect(await remedies()).toEqual(['start the newer agent-mem that wrote the file, or set another DATA_DIR']);
  await writeFile(file, 'no database '.repeat(1_000));
  expect(await remedies()).toEqual(['run agent-mem check; agent-mem restore brings a backup back']);
});

it('doctor leaves data of an earlier version as it is, and says so', async () => {
  await using data = await temporaryDirectory();
  const environment = { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', ADMIN_PORT: '0' };
  {
    await using _ = await openFleet({ services: [], environment, log: createLogger({ level: 'silent' }) });
  }
  const versions = () => {
    using database = new DatabaseSync(join(data.path, 'agent-mem.sqlite'));
    return database.prepare('SELECT component, version FROM migrations').all();
  };
  {
    using database = new DatabaseSync(join(data.path, 'agent-mem.sqlite'));
    database.exec("UPDATE migrations SET version = version - 1 WHERE component = 'storage-graph'");
  }
  const before = versions();
  const [finding] = (await examined(environment)).filter(({ what }) => what === 'graph');
  expect(finding).toMatchObject({ state: 'ok', says: expect.stringContaining('holds data of an earlier version') });
  expect(versions()).toEqual(before);
});

it('doctor says of models whose variables it looked at, where a fleet with its own runs on the data', async () => {
  await using data = await temporaryDirectory();
  const environment = { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', ADMIN_PORT: '0' };
  const alone = await findings(environment);
  expect(alone.get('model')).toMatch(/^none: it reasons by rules/);
  expect(alone.get('embedder')).toMatch(/^static/);
  const own = { ...environment, LLM_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'fake' };
  await using _ = await openFleet({ services: [], environment: own, log: createLogger({ level: 'silent' }) });
  const beside = await findings(environment);
  expect(beside.get('fleet')).toContain(`process ${process.pid} runs at `);
  const whose = `by the variables given here, not those of process ${process.pid}: `;
  expect(beside.get('model')).toMatch(new RegExp(`^${whose}none: it reasons by rules`));
  expect(beside.get('embedder')).toMatch(new RegExp(`^${whose}static`));
});

it('doctor names an embedder whose server refuses a text', async () => {
  await using data = await temporaryDirectory();
  const server = createServer((_request, response) => void response.writeHead(400).end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const said = await findings({ DATA_DIR: data.path, EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'tiny' });
    expect(said.get('embedder')).toBe('openai:tiny refuses the text "memory"');
  } finally {
    server.close();
  }
});
