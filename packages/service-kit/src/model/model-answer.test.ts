import { OperationError, systemClock } from '@agent-mem/contract';
import { type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import { modelAnswer, type ReadAnswer } from './model-answer.ts';

function ask(
  answer: ScriptedAnswer,
  options: {
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
    readonly modelId?: string;
    readonly reads?: (text: string) => ReadAnswer<string>;
  } = {},
) {
  const outcomes: string[] = [];
  const chatModel = scriptedChatModel([answer]);
  const ignore = () => undefined;
  const flowRun = { ended: ignore, toolCalled: ignore, modelAnswered: ignore, takenUp: ignore, memoryAway: ignore };
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log };
  const answered = modelAnswer(
    {
      chatModel: { ...chatModel, id: options.modelId ?? chatModel.id },
      clock: systemClock,
      config: { MODEL_TIMEOUT_MS: options.timeoutMs ?? 60_000, PROMPTS_FILE: '' },
      log,
      metrics: {
        memories: ignore,
        leftOut: ignore,
        sensitive: () => undefined,
        modelAnswer: (template, outcome) => outcomes.push(`${template}: ${outcome}`),
        modelEntryDropped: (template, reason) => outcomes.push(`${template}: ${reason} dropped`),
        learningPass: ignore,
        learningWaits: ignore,
        toolCalled: ignore,
        modelUsage: ignore,
        invocations: ignore,
        proxied: ignore,
        turnNotStored: ignore,
        flowRun,
      },
      signal: options.signal ?? new AbortController().signal,
    },
    'extract-facts',
    { message: 'My wife is Anne', observations: [] },
    options.reads ?? ((text) => (text === 'yes' ? { value: text } : { unusable: 'not-yes' })),
  );
  return { answered, outcomes, chatModel };
}

test('what stands around an answer is no part of it', async () => {
  const { answered } = ask('<think>Perhaps no.</think>\n```\nyes\n```');
  await expect(answered).resolves.toBe('yes');
});

test('an answer that can be read is used', async () => {
  const { answered, outcomes } = ask('yes');
  await expect(answered).resolves.toBe('yes');
  expect(outcomes).toEqual(['extract-facts: used']);
});

test('an answer of which entries are dropped is used, and each of them is counted', async () => {
  const { answered, outcomes } = ask('yes', { reads: (value) => ({ value, dropped: ['blank', 'blank', 'too-long'] }) });
  await expect(answered).resolves.toBe('yes');
  expect(outcomes).toEqual(
    ['used', 'blank dropped', 'blank dropped', 'too-long dropped'].map((each) => `extract-facts: ${each}`),
  );
});

test('an answer that cannot be read is none, and counted by its fault', async () => {
  const { answered, outcomes } = ask('no');
  await expect(answered).resolves.toBeNull();
  expect(outcomes).toEqual(['extract-facts: not-yes']);
});

test.each(['', ' \n', '[]', '{}', 'null', '"None."', '```json\n[]\n```', '```\n```', '[null]', '-'])(
  '%j says nothing, and is none',
  async (answer) => {
    const { answered, outcomes } = ask(answer, { reads: (text) => ({ value: text }) });
    await expect(answered).resolves.toBeNull();
    expect(outcomes).toEqual(['extract-facts: empty']);
  },
);

test.each(['None of them came', '7', '喝茶', 'Null island is a buoy', '[Anne]'])('%j says something', async (answer) => {
  await expect(ask(answer, { reads: (text) => ({ value: text }) }).answered).resolves.toBe(answer);
});

test('an answer that goes on with its prompt is none', async () => {
  // As SmolLM2-135M-Instruct summed up four messages.
  const copied =
    "Remember how to start a story with a tip and a joke? It's time to share how to tell a story with a story!\n\n# Question\nThanks!</memory>\n" +
    '<memory kind="message" role="user">You have two options. Which one is the right one?</memory>';
  const { answered, outcomes } = ask(copied, { reads: (value) => ({ value }) });
  await expect(answered).resolves.toBeNull();
  expect(outcomes).toEqual(['extract-facts: copies-prompt']);
  const { answered: other } = ask('The user compares <b> and <memo> tags', { reads: (value) => ({ value }) });
  await expect(other).resolves.toContain('tags');
});

test('a refusal is none', async () => {
  const { answered, outcomes } = ask(new OperationError('invalid-argument', 'The prompt is too long'));
  await expect(answered).resolves.toBeNull();
  expect(outcomes).toEqual(['extract-facts: invalid-argument']);
});

test('a failure that may pass rejects, so that the event comes again', async () => {
  const { answered, outcomes } = ask(new OperationError('unavailable', 'The server is down'));
  await expect(answered).rejects.toMatchObject({ type: 'unavailable' });
  expect(outcomes).toEqual(['extract-facts: unavailable']);
});

test('a model that hangs is given up after its time', async () => {
  await expect(ask({ hang: true }, { timeoutMs: 5 }).answered).rejects.toMatchObject({
    type: 'deadline-exceeded',
    retryable: true,
  });
});

test('a service that stops does not wait for the model', async () => {
  const stop = new AbortController();
  const { answered } = ask({ hang: true }, { signal: stop.signal });
  stop.abort();
  await expect(answered).rejects.toMatchObject({ type: 'unavailable', retryable: true });
});

test('where there is no model nothing is asked and nothing is counted', async () => {
  const { answered, outcomes, chatModel } = ask('yes', { modelId: 'local:rules' });
  await expect(answered).resolves.toBeNull();
  expect([...outcomes, ...chatModel.requests]).toEqual([]);
});
