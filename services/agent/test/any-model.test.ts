import { OperationError } from '@agent-mem/contract';
import { type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { seededRandom } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startAgentFleet } from './agent-fleet.ts';

const words = [
  'Thought: ',
  '\nAction: ',
  '\nArgs: ',
  '\nFinal Answer: ',
  '\nObservation: ',
  'RetrieveFacts',
  'StoreFact',
  'Nothing',
  '{"query": "x"}',
  '{"fact_content": "The sky is blue"}',
  '{',
  '}',
  '"',
  '```',
  '**',
  '<think>',
  '</think>',
  '<memory>',
  '\u0000',
  '\ud83d',
  '漢字',
  ' word ',
  '\n',
];
const rounds = 150;
const mostIterations = 4;

test(`whatever a model writes, each of ${rounds} invocations ends by exactly one last frame, within the limit`, async () => {
  const random = seededRandom(11);
  const pick = (count: number) => Math.floor(random() * count);
  const text = () => Array.from({ length: pick(12) }, () => words[pick(words.length)]).join('');
  const written = (): ScriptedAnswer => {
    if (pick(20) === 0) return new OperationError('permission-denied', 'no');
    const all = text();
    return pick(2) === 0 ? all : (all.match(new RegExp(`.{1,${1 + pick(7)}}`, 'gs')) ?? ['']);
  };
  const chatModel = scriptedChatModel(written);
  await using fleet = await startAgentFleet({ chatModel, environment: { MAX_ITERATIONS: String(mostIterations) } });
  for (let round = 0; round < rounds; round += 1) {
    const before = chatModel.requests.length;
    const frames = await fleet.invoke({ question: 'q', streaming: round % 2 === 0, conversation_id: `c${round % 50}` });
    expect(frames.map(({ end_of_dialog }) => end_of_dialog)).toEqual(frames.map((_, index) => index === frames.length - 1));
    const last = frames.at(-1);
    expect(['answer', 'error']).toContain(last?.type);
    expect(last?.invocation_id).toMatch(/^inv_/);
    expect(chatModel.requests.length - before).toBeLessThanOrEqual(mostIterations + 1);
    if (last?.type === 'answer') {
      const answered = frames.filter(({ type }) => type === 'answer').map(({ content }) => content);
      expect(answered.join('')).toBe(last.answer);
      expect(last.answer).not.toBe('');
    } else expect(last?.content).not.toBe('');
  }
});
