import { randomUUID } from 'node:crypto';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startMortalFleet } from '../chaos/mortal-fleet.ts';
import { answerOf, told } from '../chaos/told-to-away-model.ts';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { startAwayModel } from '../process/away-model.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const timeout = 600_000;
const waiting = { timeout: 180_000, interval: 200 };

describeLive('a model that is away, on the full cluster', findCluster(), (programs) => {
  let cluster: Cluster;
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    cluster = await borrowCluster(programs());
    directory = await temporaryDirectory();
  }, timeout);
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  it('costs no memory: rules learn at once, and when it is back two processes, one of them killed, have it read each message once', {
    timeout,
    ...verifies('learning.away', 'event.once'),
  }, async () => {
    await using model = await startAwayModel();
    const environment = { ...cluster.environment, LLM_URL: model.url, LLM_MODEL: 'any', LLM_API_KEY: '' };
    const start = (...args: readonly string[]) => startMortalFleet({ directory: directory.path, args, environment }, true);
    await using others = await start('conversations', 'gateway');
    await using first = await start('facts');
    await using second = await start('facts');
    const run = randomUUID();
    const userOf = ({ user }: (typeof told)[number]) => `${user} ${run}`;
    const facts = async (each: (typeof told)[number]) => {
      const { facts } = await rest(await others.url(), 'facts', 'list', { user: userOf(each) });
      return facts.map(({ content }) => content);
    };
    for (const each of told) {
      const request = { user: userOf(each), conversation_id: 'c1', role: 'user', content: each.said } as const;
      await rest(await others.url(), 'conversations', 'append_message', request);
      await vi.waitFor(async () => expect(await facts(each)).toEqual([each.byRules]), waiting);
    }
    // Whoever has the work of the scopes: the other one goes on with it.
    first.kill({ afterMs: 0, againMs: null });
    model.comeBack(answerOf);
    await vi.waitFor(async () => {
      for (const each of told) {
        expect(model.prompts.filter((prompt) => prompt.includes(each.said)).length).toBeGreaterThan(0);
        expect(await facts(each)).toEqual([each.byModel ?? each.byRules]);
      }
    }, waiting);
    await first.survived();
    second.kill({ afterMs: 0, againMs: null });
    await second.survived();
    for (const each of told) expect(await facts(each)).toEqual([each.byModel ?? each.byRules]);
  });
});
