import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startWebhookReceiver, temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

it(
  'events that a webhook has not taken outlive a kill, and those it never takes are dead letters until a person sends them again',
  verifies('webhook.sent-again', 'webhook.dead-letter'),
  async () => {
    await using directory = await temporaryDirectory();
    let isAway = true;
    await using receiver = await startWebhookReceiver(({ path }) => ({ status: isAway && path !== '/well' ? 503 : 204 }));
    const path = join(directory.path, 'agent-mem.yaml');
    const hook = (name: string, attempts: number) =>
      `  ${name}: { url: "${receiver.url}/${name}", scope: "*", events: [fact-stored], secret: "\${HOOK_SECRET}", attempts: ${attempts} }\n`;
    await writeFile(path, `webhooks:\n${hook('well', 10)}${hook('away', 10)}${hook('lost', 1)}`);
    const program = {
      directory: join(directory.path, 'data'),
      environment: { CONFIG_FILE: path, HOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
    };
    const command = async (...words: readonly string[]) => {
      await using run = spawnFleet({ ...program, args: ['dead-letters', ...words] });
      expect([await new Promise((resolve) => run.child.once('close', resolve)), run.errors()]).toEqual([0, '']);
      return run.output();
    };
    const came = (name: string) => receiver.received.filter((one) => one.path === `/${name}`).map(({ event }) => event.id);
    {
      await using fleet = await startFleetProcess(program);
      expect(fleet.output()).toContain('Events go to the webhooks well, away, lost');
      await rest(fleet.httpUrl, 'facts', 'store', { content: 'Anne lives in Lyon' });
      await vi.waitFor(() => expect([came('well'), came('away'), came('lost')].map(({ length }) => length)).toEqual([1, 1, 1]));
      await vi.waitFor(async () => expect(await command('list', '--json')).toContain('/event/webhook-lost'), { timeout: 60_000 });
      await fleet.kill();
    }
    isAway = false;
    // Of the file that nobody owns, and of the fleet that owns it.
    expect(await command('list')).toMatch(/event\/webhook-lost +webhooks .*Webhook lost answered 503/);
    await using fleet = await startFleetProcess(program);
    await vi.waitFor(() => expect(came('away').length).toBeGreaterThan(1), { timeout: 60_000 });
    expect(await command('replay', '--all')).toContain('1 published again');
    await vi.waitFor(() => expect(came('lost')).toHaveLength(2));
    expect(new Set([...came('well'), ...came('away'), ...came('lost')]).size).toBe(1);
    expect(await command('list')).toContain('No dead letters');
    await fleet.stop();
  },
);
