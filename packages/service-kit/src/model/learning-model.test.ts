import { completeEvent, systemClock } from '@agent-mem/contract';
import { type ChatModel, scriptedChatModel } from '@agent-mem/llm';
import { expect, it } from 'vitest';
import { flowOf, modelsOf } from './learning-model.ts';

const rules: ChatModel = { ...scriptedChatModel([]), id: 'local:rules' };
/** Models of flows, by their flow. */
const flowModel = (flow: string) => ({ ...rules, id: `flow:${flow}` });
const asking = { caller: { call: () => Promise.reject(new Error('is not asked')) }, clock: systemClock };

it('learns by the model of LLM_URL, else by that of the flow, else by rules', () => {
  const model = { ...rules, id: 'openai:m' };
  const own = modelsOf({ chatModel: model, summaryModel: model, flowModel }, asking, () => undefined);
  expect(own.learningModel('w/f')).toBe(own.chatModel);
  const none = modelsOf({ chatModel: rules, summaryModel: rules, flowModel }, asking, () => undefined);
  expect(none.learningModel('w/f').id).toBe('flow:w/f');
  expect(none.learningModel(null)).toBe(none.chatModel);
  const neither = modelsOf({ chatModel: rules, summaryModel: rules, flowModel: null }, asking, () => undefined);
  expect(neither.learningModel('w/f')).toBe(neither.chatModel);
});

it('writes summaries by the chat model, or by the one that is named for them', () => {
  const [model, cheap] = [
    { ...rules, id: 'openai:m' },
    { ...rules, id: 'openai:cheap' },
  ];
  const same = modelsOf({ chatModel: model, summaryModel: model, flowModel }, asking, () => undefined);
  expect(same.summaryModel).toBe(same.chatModel);
  const other = modelsOf({ chatModel: model, summaryModel: cheap, flowModel }, asking, () => undefined);
  expect([other.chatModel.id, other.summaryModel.id]).toEqual(['openai:m', 'openai:cheap']);
});

it.each([
  { type: 'message-appended', data: { message_appended: { message_id: 'm', flow: 'w/f' } } },
  { type: 'invocation-completed', data: { invocation_completed: { invocation_id: 'i', flow: 'w/f' } } },
  { type: 'conversation-ended', data: { conversation_ended: { reason: 'idle', flow: 'w/f' } } },
] as const)('reads the flow of $type', ({ type, data }) => {
  expect(flowOf(completeEvent({ id: 'e', type, data }))).toBe('w/f');
});

it('reads no flow where an event names none', () => {
  expect(flowOf(completeEvent({ id: 'e', type: 'conversation-ended', data: { conversation_ended: {} } }))).toBeNull();
});
