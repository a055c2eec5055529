import { OperationError } from '@agent-mem/contract';
import { ModelNotUsable, type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { loneService, notesService } from '@agent-mem/testing/kit';
import { describe, expect, it } from 'vitest';
import { askForJson, type JsonAnswer } from './ask-for-json.ts';

const lists: JsonAnswer<readonly unknown[]> = {
  kind: 'list',
  maxTokens: 10,
  schema: { name: 'facts', schema: {} },
  read: ({ entries: value }) => ({ value, ...(value.includes('lacks') ? { lacks: 'left-out' } : {}) }),
};

/** What one question to a model came to, and how it was counted. */
async function pass(...answers: readonly ScriptedAnswer[]) {
  const { context, metrics } = loneService(notesService, { chatModel: scriptedChatModel(answers) });
  const asking = { ...context, config: { MODEL_TIMEOUT_MS: 60_000, PROMPTS_FILE: '' } };
  const value = await askForJson(asking, 'extract-facts', { message: 'm', observations: [] }, lists).catch(String);
  const figures = (await metrics.registry.getSingleMetric('agentmem_learning_passes_total')?.get())?.values ?? [];
  return { value, counted: figures.map(({ labels, value: count }) => [labels.pass, labels.model, labels.outcome, count]) };
}

describe('each question to a model that learns', () => {
  it.each([
    ['used', ['["a"]'], ['a']],
    ['repaired', ['no JSON', '["a"]'], ['a']],
    ['repaired', ['["lacks"]', '["a"]'], ['a']],
    ['repaired', ['no JSON', '["lacks"]'], ['lacks']],
    ['used', ['["lacks"]', '["lacks", "b"]'], ['lacks']],
    ['used', ['["lacks"]', 'no JSON'], ['lacks']],
    ['used', ['["lacks"]', new OperationError('unavailable', 'The server is down')], ['lacks']],
    ['unusable', ['no JSON', 'nor here'], null],
    ['failed', [new OperationError('invalid-argument', 'The prompt is too long')], null],
    ['away', [new OperationError('unavailable', 'The server is down')], 'OperationError: The server is down'],
    ['away', [new ModelNotUsable('The key is wrong')], 'OperationError: The key is wrong'],
  ] as const)('is counted by pass, model and outcome: %s', async (outcome, answers, value) => {
    expect(await pass(...answers)).toEqual({ value, counted: [['extract-facts', 'scripted', outcome, 1]] });
  });
});
