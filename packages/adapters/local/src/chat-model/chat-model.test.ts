import { askModel, createPrompts, type TemplateName, type TemplateVariables } from '@agent-mem/llm';
import { describeChatModel } from '@agent-mem/llm/contract-suite';
import { countTokens } from '@agent-mem/recall/ranking';
import { describe, expect, it } from 'vitest';
import { createLocalChatModel } from './chat-model.ts';

describeChatModel('llm-local', async () => createLocalChatModel());

function ask<Name extends TemplateName>(template: Name, variables: TemplateVariables[Name]): Promise<string> {
  return askModel(createLocalChatModel(), createPrompts(), template, variables, { signal: new AbortController().signal });
}

it('says that there is no model where language is needed, and learns nothing', async () => {
  const react = { additional_context: '', facts: [], episodes: [], conversation: [], working_memory: [], tools: [], state: '' };
  expect(await ask('react', { ...react, question: "What is my wife's name?", learns: true })).toBe(
    'Final Answer: There is no language model. Set LLM_URL and LLM_MODEL to have one.',
  );
  expect(await ask('extract-facts', { message: 'My wife is Anne', observations: [] })).toBe('[]');
  const messages = [{ number: 1, content: 'My wife is Anne' }];
  expect(await ask('conversation-facts', { messages, known: [] })).toBe('[]');
});

const step = {
  thought: 't',
  action: 'weather',
  arguments: '{"city":"Rome"}',
  observation: 'Sunny, 24 degrees. Wind is low.',
  success: true,
  from_memory: false,
};

describe('an episode', () => {
  it('has the steps that used tools', async () => {
    const steps = [{ ...step, action: 'RetrieveFacts', from_memory: true }, step];
    const episode = JSON.parse(await ask('record-episode', { question: 'Weather in Rome?', steps, answer: 'Sunny' }));
    expect(episode).toMatchObject({ task: true, goal: 'Weather in Rome?', outcome: 'Sunny', lessons: '' });
    expect(episode.steps).toEqual(['weather {"city":"Rome"}: Sunny, 24 degrees.']);
  });

  it('learns what failed, and what got over it only where that is known', async () => {
    const failed = { ...step, action: 'forecast', observation: 'Error: quota used up' };
    const variables = { question: 'q', steps: [failed, step], answer: 'a' };
    const errors = [{ number: 1, error: 'quota used up', candidates: [{ number: 1, attempt: 'buy {"calls":5}' }] }];
    const lessonsOf = async (more: object) => JSON.parse(await ask('record-episode', { ...variables, ...more })).lessons;
    expect(await lessonsOf({})).toBe('forecast {"city":"Rome"} did not work (Error: quota used up).');
    expect(await lessonsOf({ errors })).toBe(
      'forecast {"city":"Rome"} did not work (Error: quota used up); what got over it: buy {"calls":5}.',
    );
  });

  it('learns from each failure', async () => {
    const failed = (city: string) => ({ ...step, arguments: `{"city":"${city}"}`, observation: `No ${city}`, success: false });
    const episode = JSON.parse(
      await ask('record-episode', { question: 'q', steps: [failed('Roma'), failed('Rom'), step], answer: 'a' }),
    );
    expect(episode.lessons).toBe('weather {"city":"Roma"} did not work (No Roma). weather {"city":"Rom"} did not work (No Rom).');
  });

  it('is no task when only memory was asked', async () => {
    const steps = [{ ...step, from_memory: true }];
    expect(JSON.parse(await ask('record-episode', { question: 'q', steps, answer: 'a' }))).toMatchObject({
      task: false,
      steps: [],
    });
  });
});

describe('a conversation', () => {
  const invocation = (query: string, result: string) => ({ query, summary: 'The agent used weather 2 times.', result });
  const invocations = [invocation('Weather in Rome?', 'Sunny'), invocation('And tomorrow?', 'Rain')];
  const episodes = [{ goal: 'g', outcome: 'o', lessons: 'Ask for Rome, not Roma.' }];
  const messages: TemplateVariables['record-conversation']['messages'] = [];

  it('with a task in it that was gone on with is an episode as a whole', async () => {
    expect(JSON.parse(await ask('record-conversation', { invocations, messages, episodes }))).toEqual({
      task: true,
      goal: 'Weather in Rome?',
      steps: ['Weather in Rome? The agent used weather 2 times.', 'And tomorrow? The agent used weather 2 times.'],
      outcome: 'Rain',
      lessons: 'Ask for Rome, not Roma.',
    });
  });

  it.each([
    ['without a task', { invocations, messages, episodes: [] }],
    ['of one question', { invocations: invocations.slice(1), messages, episodes }],
  ])('%s is none', async (_, variables) => {
    expect(JSON.parse(await ask('record-conversation', variables))).toMatchObject({ task: false });
  });
});

describe('a summary', () => {
  it('of an invocation names the tools and what they showed at last', async () => {
    expect(await ask('summarise-invocation', { question: 'q', steps: [step, step], answer: 'a' })).toBe(
      'The agent used weather 2 times and saw at last: Sunny, 24 degrees.',
    );
    expect(await ask('summarise-invocation', { question: 'q', steps: [], answer: 'a' })).toBe(
      'The agent answered from what it had in view.',
    );
  });

  it('of steps keeps numbers, errors and references, within its tokens', async () => {
    const dull = Array.from({ length: 40 }, () => ({
      type: 'thought',
      content: 'Let us see what there is to see here and go on with it.',
    }));
    const significant = { type: 'observation', content: 'Order 4711 failed. More words. [MemoryRef: report - the full report]' };
    const summary = await ask('summarise-steps', { goal: 'g', items: [...dull, significant, ...dull], max_tokens: 60 });
    expect(summary).toContain('Order 4711 failed. [MemoryRef: report - the full report]');
    expect(countTokens(summary)).toBeLessThanOrEqual(60);
  });
});
