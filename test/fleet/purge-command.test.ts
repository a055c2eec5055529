import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';

describe('the command purge', () => {
  let data: TemporaryDirectory;
  beforeAll(async () => {
    data = await temporaryDirectory();
  });
  afterAll(() => data[Symbol.asyncDispose]());

  async function command(...args: readonly string[]) {
    await using process = spawnFleet({ directory: data.path, args });
    const [code] = (await once(process.child, 'exit')) as [number | null];
    return { code, output: process.output(), errors: process.errors() };
  }
  const holds = (text: string) => readFileSync(join(data.path, 'agent-mem.sqlite')).includes(text);

  it('is refused without --yes, erases what stands still, and what a fleet has open', async () => {
    {
      await using fleet = await startFleetProcess({ directory: data.path });
      for (const [user, content] of [
        ['anne', 'XANNEX likes tea'],
        ['bert', 'XBERTX likes tea'],
      ] as const)
        await rest(fleet.httpUrl, 'facts', 'store', { user, content });
      await fleet.stop();
    }
    const asked = await command('purge', '--user', 'anne');
    expect([asked.code, asked.errors]).toEqual([2, expect.stringMatching(/would erase everything of default\/anne .*--yes/)]);
    expect(await command('purge', '--yes')).toMatchObject({ code: 2 });
    expect(holds('XANNEX')).toBe(true);

    const done = await command('purge', '--user', 'anne', '--yes');
    expect([done.code, done.errors]).toEqual([0, '']);
    expect(JSON.parse(done.output)).toMatchObject({
      target: 'user',
      user: 'anne',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect([holds('XANNEX'), holds('XBERTX')]).toEqual([false, true]);

    await using fleet = await startFleetProcess({ directory: data.path });
    const message = { user: 'bert', conversation_id: 'talk', role: 'user', content: 'XSAIDX hello' } as const;
    await rest(fleet.httpUrl, 'conversations', 'append_message', message);
    const attached = await command('purge', '--user', 'bert', '--conversation', 'talk', '--yes');
    expect([attached.code, attached.errors]).toEqual([0, '']);
    expect(JSON.parse(attached.output)).toMatchObject({ target: 'conversation', target_id: 'talk', collection: 'default' });
    expect(holds('XSAIDX')).toBe(false);
    const { facts } = await rest(fleet.httpUrl, 'facts', 'list', { user: 'bert' });
    expect(facts).toHaveLength(1);
    const gone = await command('purge', '--user', 'bert', '--record', 'fact_nobody', '--yes');
    expect([gone.code, gone.errors]).toEqual([1, expect.stringContaining('not found')]);
    await fleet.stop();
  });
});
