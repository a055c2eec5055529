import { PassThrough } from 'node:stream';
import { createLogger } from '@agent-mem/runtime';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';
import { openFleet } from '../src/fleet.ts';

/** What doctor finds, by what it looked at. */
async function findings(environment: Record<string, string>): Promise<ReadonlyMap<string, string>> {
  const lines: string[] = [];
  await run(['doctor', '--json'], {
    environment,
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void lines.push(line),
    complain: () => {},
    untilStopped: () => new Promise<void>(() => {}),
  });
  return new Map(lines.map((line) => JSON.parse(line)).map(({ what, says }) => [what, says]));
}

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
