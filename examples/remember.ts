/**
 * Tells the agent something in one conversation and asks for it in another, over plain HTTP; fails if it does not remember.
 * Run it with `node examples/remember.ts [URL]`; without a URL it starts a fleet of its own.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFleet } from '@agent-mem/fleet';
import { createLogger } from '@agent-mem/runtime';

/** What of the answers is looked at here. */
interface Answer {
  readonly facts: readonly { readonly id: string }[];
  readonly answer: string;
  readonly receipt: { readonly tiers: { readonly facts: { readonly items: readonly { readonly id: string }[] } } };
}

const given = process.argv[2];
const directory = await mkdtemp(join(tmpdir(), 'agent-mem-example-'));
const environment = { DATA_DIR: directory, HTTP_PORT: '0' };
const fleet = given
  ? null
  : await openFleet({ services: [], environment, log: createLogger({ level: 'error' }), serve: { grpc: false } });

try {
  const url = given ?? fleet?.httpUrl;
  const ask = async (path: string, body: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as Answer;
  };

  const user = `example-${Date.now()}`;
  await ask('agent/invoke', { question: 'My wife is Anne', conversation_id: 'monday', user });
  // What an answer leaves behind is learned just after it.
  let learned: Answer['facts'] = [];
  for (let tries = 0; learned.length === 0 && tries < 100; tries++) {
    learned = (await ask('facts/list', { user })).facts;
  }

  const { answer, receipt } = await ask('agent/invoke', { question: 'Who is my wife?', conversation_id: 'tuesday', user });
  assert.match(answer, /Anne/);
  assert.deepEqual(
    receipt.tiers.facts.items.map((item) => item.id),
    learned.map((fact) => fact.id),
  );

  const stranger = await ask('agent/invoke', { question: 'Who is my wife?', user: `${user}-stranger` });
  assert.doesNotMatch(stranger.answer, /Anne/);
  console.log(answer);
} finally {
  await fleet?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
}
