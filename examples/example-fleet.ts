import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFleet } from '@agent-mem/fleet';
import { createLogger } from '@agent-mem/runtime';

/** A fleet that an example calls over HTTP. */
export interface ExampleFleet extends AsyncDisposable {
  /** Where it is called. */
  readonly url: string;
  /** The answer of `POST /v1/<path>`; fails unless its status is 200. The example says which members it reads. */
  call<Answer>(path: string, request: object): Promise<Answer>;
  /** Resolves when the condition holds; fails after 100 tries. */
  until(holds: () => Promise<boolean>): Promise<void>;
}

/** The fleet at the URL of the command line, else one of its own on a folder that is removed afterwards, with these variables. */
export async function exampleFleet(
  url: string | null = process.argv[2] ?? null,
  variables: Readonly<Record<string, string>> = {},
): Promise<ExampleFleet> {
  await using stack = new AsyncDisposableStack();
  const httpUrl = url ?? (await ownFleet(stack, variables));
  const running = stack.move();
  return {
    url: httpUrl,
    async call<Answer>(path: string, request: object) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${httpUrl}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(request) });
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()) as Answer;
    },
    async until(holds) {
      for (let tries = 0; tries < 100; tries++) if (await holds()) return;
      assert.fail('It did not come about');
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function ownFleet(stack: AsyncDisposableStack, variables: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-mem-example-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const environment = { DATA_DIR: directory, HTTP_PORT: '0', ...variables };
  const log = createLogger({ level: 'error' });
  const fleet = stack.use(await openFleet({ services: [], environment, log, serve: { grpc: false } }));
  assert(fleet.httpUrl);
  return fleet.httpUrl;
}
