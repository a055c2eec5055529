import { createMemoryTopics } from '@agent-mem/messaging';
import { expect, it } from 'vitest';
import { messagesOf, recorded } from '../../test/recorded.ts';
import { agentResponseMessage } from '../messages/agent.ts';
import { AgentReply } from './agent-reply.ts';
import { runNames } from './provenance-names.ts';

const topic = 'non-persistent://tg/response/agent:w:f';

async function opened(errors: 'empty' | 'none' | 'text' = 'empty') {
  const topics = createMemoryTopics();
  const reply = new AgentReply(await topics.produce(topic), 'q1', errors);
  const frames = () => topics.sent.map(({ payload }) => agentResponseMessage.decode(payload));
  return { topics, reply, frames };
}

it('writes the frames that TrustGraph’s agent wrote, whole', async () => {
  await expectSame('whole-tool');
});

it('writes the frames that TrustGraph’s agent wrote, streaming', async () => {
  await expectSame('streaming-tool');
});

it('writes the error frames that were tried on the gateway', async () => {
  for (const [name, errors] of [
    ['error-frame-a', 'text'],
    ['error-frame-b', 'empty'],
    ['error-frame-c', 'none'],
  ] as const) {
    const { reply, frames } = await opened(errors);
    await reply.fail('boom text');
    const [said] = messagesOf(recorded(name), 'response/agent').map(({ payload }) => JSON.parse(payload));
    const { chunk_type, ...frame } = frames()[0] ?? expect.unreachable();
    expect(chunk_type).toBe('error');
    // The stand-in's error said another word than its frame.
    expect({ ...frame, error: frame.error && { ...frame.error, message: frame.error.message.replace(' text', '') } }).toEqual(
      said,
    );
  }
});

it('ends once, and is silent afterwards', async () => {
  const { reply, frames } = await opened();
  await reply.finish({ text: 'Paris', id: 'urn:final' });
  await reply.finish({ text: 'Rome', id: 'urn:final' });
  await reply.fail('late');
  await reply.thought({ text: 'late', id: 'urn:late' });
  await reply.explain('urn:late', []);
  expect(frames().map(({ content }) => content)).toEqual(['Paris']);
  expect(frames()[0]).toMatchObject({
    message_type: 'answer',
    chunk_type: 'answer',
    end_of_message: true,
    end_of_dialog: true,
    error: null,
  });
});

it('has not ended when its last frame could not be sent', async () => {
  const { topics, reply, frames } = await opened();
  topics.disconnect();
  await expect(reply.finish({ text: 'Paris', id: '' })).rejects.toMatchObject({ type: 'unavailable' });
  expect(reply.hasEnded).toBe(false);
  topics.reconnect();
  await reply.fail('the broker was away');
  expect(frames()).toHaveLength(1);
});

it('names a run as TrustGraph does', () => {
  const run = runNames('s1');
  expect([run.session, run.iteration(2), run.thought(2), run.observation(2), run.final, run.answerDocument]).toEqual([
    'urn:trustgraph:agent:s1',
    'urn:trustgraph:agent:s1/i2',
    'urn:trustgraph:agent:s1/i2/thought',
    'urn:trustgraph:agent:s1/i2/observation',
    'urn:trustgraph:agent:s1/final',
    'urn:trustgraph:agent:s1/answer',
  ]);
});

/** Says again what was recorded, by the methods of the reply, and compares frame by frame. */
async function expectSame(name: string) {
  const payloads = messagesOf(recorded(name), 'response/agent').map(({ payload }) => payload);
  const { reply, frames } = await opened();
  for (const frame of payloads.map((payload) => agentResponseMessage.decode(payload))) {
    const piece = { text: frame.content, id: frame.message_id, isLast: frame.end_of_message };
    if (frame.message_type === 'thought') await reply.thought(piece);
    else if (frame.message_type === 'observation') await reply.observation(piece);
    else if (frame.message_type === 'explain') await reply.explain(frame.explain_id ?? '', frame.explain_triples);
    else if (!frame.end_of_dialog) await reply.answerPart(piece);
    else await reply.finish(piece, { inTokens: frame.in_token, outTokens: frame.out_token, model: frame.model });
  }
  const said = payloads.map((payload) => JSON.parse(payload));
  expect(frames().map(({ chunk_type: _, ...frame }) => frame)).toEqual(said);
}
