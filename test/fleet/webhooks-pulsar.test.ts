import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conversationEvents, topicUrl } from '@agent-mem/contract';
import { createPulsarAdmin } from '@agent-mem/pulsar';
import { startFleet, startWebhookReceiver, temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPulsar } from '../live/pulsar/broker.ts';
import { newPulsarTenant } from '../live/shared/pulsar.ts';
import { verifies } from '../verifies.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const queue = { lane: 'event', name: 'webhook-audit', persistent: true } as const;
const patience = { timeout: 120_000, interval: 100 };

describeLive('Apache Pulsar, and events for webhooks', findPulsar(), () => {
  it(
    'init makes their topics, and what one refuses comes again after its process is gone',
    verifies('webhook.sent-again'),
    async () => {
      await using directory = await temporaryDirectory();
      let isAway = true;
      await using receiver = await startWebhookReceiver(() => ({ status: isAway ? 503 : 204 }));
      const file = join(directory.path, 'webhooks.yaml');
      await writeFile(
        file,
        JSON.stringify({ webhooks: { audit: { url: receiver.url, scope: '*', secret: { secret: 'HOOK_SECRET' } } } }),
      );
      const hooks = { HOOK_SECRET: secret, WEBHOOKS_FILE: file };
      const { adminUrl, tenant, environment: own } = await newPulsarTenant(hooks);
      const environment = { ...hooks, ...own };
      const { topics } = createPulsarAdmin({ url: adminUrl });
      for (const topic of [queue, conversationEvents])
        expect((await topics.stats(topicUrl(topic, tenant)))?.has('webhooks')).toBe(true);

      const start = () =>
        startFleet({ bus: 'sqlite', directory: join(directory.path, 'data'), services: ['facts', 'gateway'], environment });
      {
        await using first = await start();
        await first.caller.call('facts', 'store', { content: 'Anne drinks tea' });
        await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), patience);
      }
      isAway = false;
      const refused = receiver.received.length;
      await using _ = await start();
      await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(refused), patience);
      expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
      await vi.waitFor(
        async () => expect((await topics.stats(topicUrl(queue, tenant)))?.get('webhooks')?.backlog).toBe(0),
        patience,
      );
    },
  );
});
