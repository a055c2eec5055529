import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceTopic, systemClock, type Topic, topicUrl } from '@agent-mem/contract';
import { openPulsarWebSocketBus } from '@agent-mem/pulsar/websocket';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPulsar } from '../live/pulsar/broker.ts';
import { newPulsarTenant } from '../live/shared/pulsar.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const replies: Topic = { lane: 'reply', name: 'client', persistent: true };
const patience = { timeout: 60_000, interval: 100 };

/** An embedder that answers nothing until it is released, and then that it has none. */
async function startHeldEmbedder() {
  const held: ServerResponse[] = [];
  let isHolding = true;
  const refuse = (response: ServerResponse) => response.writeHead(400).end('{}');
  const server = createServer((_, response) => void (isHolding ? held.push(response) : refuse(response)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => held.length,
    release() {
      isHolding = false;
      held.forEach(refuse);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

describeLive('Apache Pulsar, and a process that is killed while it indexes what it stored', findPulsar(), () => {
  it(
    'the next one answers the client, who asks but once, and appends no second message',
    verifies('pulsar.clients'),
    async () => {
      const { webSocketUrl, tenant, environment: own } = await newPulsarTenant();
      await using directory = await temporaryDirectory();
      await using embedder = await startHeldEmbedder();
      const environment = { ...own, EMBEDDINGS_URL: embedder.url };
      await using bus = await openPulsarWebSocketBus({ url: webSocketUrl, tenant, clock: systemClock });
      const answers: unknown[] = [];
      await using _ = await bus.subscribe(replies, { name: 'client', type: 'shared' }, async ({ payload }) => {
        answers.push(JSON.parse(payload));
      });
      const options = { directory: directory.path, args: ['conversations', 'gateway'], environment };
      {
        await using first = await startFleetProcess(options);
        const append = { conversation_id: 'c1', role: 'user', content: 'The kettle is blue' };
        const properties = { id: '1', reply_to: topicUrl(replies, tenant) };
        await bus.publish(serviceTopic('conversations', 'command'), {
          payload: JSON.stringify({ append_message: append }),
          properties,
        });
        await vi.waitFor(() => expect(embedder.asked()).toBeGreaterThan(0), patience);
        // The embedder is asked beside the commit.
        const stored = () => rest(first.httpUrl, 'conversations', 'history', { conversation_id: 'c1' });
        const { messages } = await vi.waitFor(stored, patience);
        expect([messages.length, answers]).toEqual([1, []]);
        await first.kill();
      }
      embedder.release();
      await using second = await startFleetProcess(options);
      await vi.waitFor(() => expect(answers).toMatchObject([{ append_message: { ordinal: 1 }, error: null }]), patience);
      const { messages } = await rest(second.httpUrl, 'conversations', 'history', { conversation_id: 'c1' });
      expect(messages.map(({ content }) => content)).toEqual(['The kettle is blue']);
    },
  );
});
