import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conversationEvents, deadLetterTopic } from '@agent-mem/contract';
import { defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../verifies.ts';

/** An OpenAI-compatible server that answers 500 until it is told what to write. */
async function startServer() {
  let text: string | null = null;
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked += 1;
      response.writeHead(text === null ? 500 : 200, { 'content-type': 'application/json' });
      const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
      response.end(
        JSON.stringify(text === null ? { error: { message: 'out of memory' } } : { id: '1', object: 'chat.completion', choices }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // It listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => asked,
    write: (answer: string) => {
      text = answer;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a model server that answers 500', () => {
  it('costs no memory: rules learn at once, and it reads the same when it is back', verifies('learning.away'), async () => {
    await using server = await startServer();
    const clock = turnedClock();
    const environment = { LLM_URL: server.url, LLM_MODEL: 'any' };
    await using fleet = await startFleet({ services: ['conversations', 'facts'], clock, environment });
    const { call } = fleet.caller;
    const dead: string[] = [];
    const letters = { name: 'test', type: 'shared' } as const;
    await using _ = await fleet.ports.bus.subscribe(
      deadLetterTopic(conversationEvents, 'facts'),
      letters,
      async ({ payload }) => {
        dead.push(payload);
      },
    );
    const messages = [{ role: 'user', content: 'I live in Porto, by the river' } as const];
    await call('conversations', 'append_messages', { conversation_id: 'c1', messages });
    await fleet.settled();
    const facts = async () => (await call('facts', 'list', {})).facts.map(({ content }) => content);
    expect(server.asked()).toBeGreaterThan(0);
    expect([await facts(), dead]).toEqual([['The user lives in Porto, by the river'], []]);

    server.write('[{"message":1,"fact":"The user lives in Porto, by the river Douro"}]');
    await clock.advance(60_000);
    await vi.waitFor(async () => expect(await facts()).toEqual(['The user lives in Porto, by the river Douro']));
    await fleet.settled();
    expect(await fleet.ports.graph.count(defaultScope, { kinds: ['FactBacklog'] })).toBe(0);
    expect(dead).toEqual([]);
  });
});
