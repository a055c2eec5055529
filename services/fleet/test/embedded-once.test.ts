import { scopeOf } from '@agent-mem/contract';
import { hashEmbedder } from '@agent-mem/llm';
import { modelAnswer, startFleet, startRecordingUpstream, type TurnedClock, turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';

const said = [
  'The login page answers 500 since Monday.',
  'The session key was rotated.',
  'We read both keys for thirty days.',
  'Marta deploys the fix at 18:30.',
];

/** A fleet that notes each text that its embedder is sent. */
async function start(bus: 'memory' | 'sqlite', options: Parameters<typeof startFleet>[0] = {}) {
  const inner = hashEmbedder();
  const embed = vi.fn(inner.embed);
  const clock = turnedClock();
  const fleet = await startFleet({ ...options, bus, clock, embedder: { ...inner, embed } });
  return {
    fleet,
    call: fleet.caller.call,
    /** What was embedded since the time before, once every document is in line with its record. */
    async embedded(): Promise<readonly string[]> {
      await indexed(fleet, clock);
      return embed.mock.calls.splice(0).flatMap(([texts]) => texts);
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

async function indexed(fleet: Awaited<ReturnType<typeof startFleet>>, clock: TurnedClock): Promise<void> {
  await vi.waitFor(async () => {
    await fleet.settled();
    const behind = await fleet.ports.graph.unindexed(['Fact', 'Message', 'Question', 'Summary'], 10);
    // The job that indexes what others have changed comes by the clock.
    if (behind.length > 0) await clock.advance(1_000);
    expect(behind).toEqual([]);
  });
}

describe.each(['memory', 'sqlite'] as const)('on %s', (bus) => {
  test('a fact whose weight changes is not embedded again, and is still found by its meaning', async () => {
    await using started = await start(bus);
    const { call, embedded, fleet } = started;
    const { fact_id } = await call('facts', 'store', { content: 'Water is wet' });
    expect(await embedded()).toEqual(['Water is wet']);
    for (const weight of [0.2, 0.3, 0.4]) {
      await call('graph', 'update_entity_weight', { entity_type: 'NODE', entity_id: fact_id, weight });
      expect(await embedded()).toEqual([]);
    }
    const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });
    expect(await fleet.ports.searchIndex.get(scope, [fact_id])).toMatchObject([
      { version: 4, vectors: [{ embedder: 'hash-64' }] },
    ]);
  });

  test('a turn through the proxy embeds its question, its answer, and what is learned of them, each once', async () => {
    await using upstream = await startRecordingUpstream(modelAnswer('Sencha is a fine tea.'));
    const environment = { UPSTREAMS: `*=${upstream.url}`, MEMORY_DEADLINE_MS: '60000' };
    await using started = await start(bus, { http: true, environment });
    const { fleet, embedded } = started;
    const turn = async (content: string) => {
      const response = await fetch(`${fleet.httpUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-agent-mem-conversation': 'c' },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }),
      });
      await response.text();
      return (await embedded()).toSorted();
    };
    expect(await turn('My tea is sencha.')).toEqual(['My tea is sencha.', 'Sencha is a fine tea.', "The user's tea is sencha"]);
    expect(await turn('What is my tea?')).toEqual(['Sencha is a fine tea.', 'What is my tea?']);
  });

  test('a turn of the agent embeds each text once', async () => {
    await using started = await start(bus);
    const { fleet, embedded } = started;
    const request = { question: 'I live in Bergen.', conversation_id: 'c' };
    await Array.fromAsync(fleet.caller.stream('agent', 'invoke', request, { timeoutMs: 60_000 }));
    const texts = await embedded();
    expect(texts).toContain('I live in Bergen.');
    expect(texts).toHaveLength(new Set(texts).size);
  });

  test('of a compaction the summary alone is embedded', async () => {
    await using started = await start(bus);
    const { call, embedded } = started;
    const node_ids: string[] = [];
    for (const content of said)
      node_ids.push((await call('conversations', 'append_message', { conversation_id: 'c', role: 'user', content })).message_id);
    expect((await embedded()).toSorted()).toEqual(said.toSorted());
    const { job_id } = await call('graph', 'trigger_compaction', { node_ids });
    await vi.waitFor(async () => expect((await call('graph', 'get_job', { job_id })).job?.progress).toBe(1));
    expect(await embedded()).toEqual([expect.stringContaining('Marta')]);
  });
});
