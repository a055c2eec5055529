import { seededRandom } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { kb, type ModelReply, says, startFlowWorld } from './flow-world.ts';

const words = [
  'Thought: ',
  '\nAction: ',
  '\nArgs: ',
  '\nFinal Answer: ',
  '\nObservation: ',
  'kb',
  'RetrieveFacts',
  'Nothing',
  '{"question": "x"}',
  '{"query": null}',
  '{',
  '}',
  '"',
  '```',
  '**',
  '<think>',
  '\u0000',
  '\ud83d',
  '漢字',
  ' word ',
  '\n',
];
const rounds = 100;
const mostIterations = 3;

test(`whatever a model writes, each of ${rounds} runs gets exactly one last frame, and a word in it`, async () => {
  const random = seededRandom(5);
  const pick = (count: number) => Math.floor(random() * count);
  const model = (): ModelReply => {
    if (pick(20) === 0) return { error: 'no', type: 'bad-request' };
    const text = Array.from({ length: pick(12) }, () => words[pick(words.length)]).join('');
    return pick(2) === 0 ? text : (text.match(new RegExp(`.{1,${1 + pick(7)}}`, 'gs')) ?? ['']);
  };
  await using world = await startFlowWorld({
    model,
    tools: { kb, other: { ...kb, name: 'Nothing', 'applicable-states': ['x'] } },
    services: { 'graph-rag': says('found') },
    memory: 'full',
    parameters: { 'max-iterations': String(mostIterations), 'unknown-tool': 'observation' },
  });
  for (let round = 0; round < rounds; round += 1) {
    const id = `r${round}`;
    const before = world.asked.length;
    const frames = await world.ask({ question: 'q', streaming: round % 2 === 0, conversation_id: `c${round % 9}` }, id);
    expect(frames.map(({ end_of_dialog }) => end_of_dialog)).toEqual(frames.map((_, index) => index === frames.length - 1));
    const last = frames.at(-1);
    expect(['answer', 'error']).toContain(last?.message_type);
    expect(world.asked.length - before).toBeLessThanOrEqual(mostIterations + 1);
    const contents = frames.filter(({ message_type }) => message_type === last?.message_type).map(({ content }) => content);
    expect(contents.join('')).not.toBe('');
  }
  await expect.poll(() => world.events).toHaveLength(rounds);
});
