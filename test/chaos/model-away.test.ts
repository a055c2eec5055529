import { scopeOf } from '@agent-mem/contract';
import { defaultScope, startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { startAwayModel } from '../process/away-model.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { startMortalFleet } from './mortal-fleet.ts';
import { answerOf, told } from './told-to-away-model.ts';

const waiting = { timeout: 180_000, interval: 200 };

it('kill -9 while messages wait for a model that is away: each fact is confirmed, replaced or left, and none stands twice', {
  timeout: 600_000,
  ...verifies('learning.away', 'event.once'),
}, async () => {
  await using directory = await temporaryDirectory();
  await using model = await startAwayModel();
  const environment = { LLM_URL: model.url, LLM_MODEL: 'any', LLM_API_KEY: '' };
  await using fleet = await startMortalFleet({
    directory: directory.path,
    args: ['conversations', 'facts', 'gateway'],
    environment,
  });
  const facts = async (user: string) => {
    const { facts } = await rest(await fleet.url(), 'facts', 'list', { user });
    return facts.map(({ content }) => content);
  };
  for (const { user, said, byRules } of told) {
    const request = { user, conversation_id: 'c1', role: 'user', content: said } as const;
    await rest(await fleet.url(), 'conversations', 'append_message', request);
    // Before, while and after its event is handled.
    fleet.kill({ afterMs: told.findIndex((each) => each.user === user) * 40, againMs: null });
    await fleet.survived();
    await vi.waitFor(async () => expect(await facts(user)).toEqual([byRules]), waiting);
  }

  const dead = new Set<string>();
  model.comeBack(answerOf, (prompt) => {
    // The first answer to each meets a process that dies, or has just written it.
    const at = told.findIndex(({ said }) => prompt.includes(said));
    const user = told[at]?.user;
    if (user === undefined || dead.has(user)) return;
    dead.add(user);
    fleet.kill({ afterMs: at * 20, againMs: null });
  });
  await vi.waitFor(async () => {
    expect([...dead].toSorted()).toEqual(told.map(({ user }) => user).toSorted());
    for (const { user, byRules, byModel } of told) expect(await facts(user)).toEqual([byModel ?? byRules]);
  }, waiting);
  await fleet.survived();
  expect(await fleet.stop()).toBe(0);

  await using after = await startFleet({
    services: ['conversations', 'facts'],
    bus: 'sqlite',
    directory: directory.path,
    environment,
  });
  const backlog = (user: string) => after.ports.graph.count(scopeOf({ ...defaultScope, user }), { kinds: ['FactBacklog'] });
  await vi.waitFor(async () => {
    expect(await Promise.all(told.map(({ user }) => backlog(user)))).toEqual([0, 0, 0]);
  }, waiting);
  for (const { user, byRules, byModel } of told) {
    const { facts } = await after.caller.call('facts', 'list', { user });
    expect(facts.map(({ content }) => content)).toEqual([byModel ?? byRules]);
  }
});
