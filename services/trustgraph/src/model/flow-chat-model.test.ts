import { OperationError } from '@agent-mem/contract';
import type { ChatRequest } from '@agent-mem/llm';
import type { Caller, CallOptions } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { flowChatModel } from './flow-chat-model.ts';

const request: ChatRequest = {
  template: 'extract-facts',
  variables: {},
  messages: [{ role: 'user', content: 'What lasts?' }],
  schema: { name: 'facts', schema: { type: 'object' } },
};
const options = { signal: new AbortController().signal };

/** A caller that answers by the operation's name, and notes what it was asked. */
function callerThat(answers: Readonly<Record<string, object>>) {
  const asked: { readonly operation: string; readonly request: unknown; readonly timeoutMs?: number }[] = [];
  const call = async (_service: string, operation: string, asking: unknown, { timeoutMs }: CallOptions) => {
    asked.push({ operation, request: asking, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    const answer = answers[operation];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  // It answers whatever operation it is asked, which types that follow the operation cannot say.
  return { asked, call: call as unknown as Caller['call'] };
}

describe('the model of a flow', () => {
  it('is found first, then asked with its schema, and what it took is reported', async () => {
    const caller = callerThat({ find_model: { served: true }, ask_model: { text: '[]', tokens_in: 7, tokens_out: 2 } });
    const used: unknown[] = [];
    const model = flowChatModel('w/f', { caller, clock: turnedClock() });
    expect(await model.generate(request, { ...options, onUsage: (usage) => void used.push(usage) })).toBe('[]');
    expect(model.id).toBe('trustgraph:w/f');
    expect(caller.asked).toEqual([
      { operation: 'find_model', request: { flow: 'w/f' }, timeoutMs: 2_000 },
      {
        operation: 'ask_model',
        request: { flow: 'w/f', messages: request.messages, schema: '{"type":"object"}' },
        timeoutMs: 600_000,
      },
    ]);
    expect(used).toEqual([{ tokensIn: 7, tokensOut: 2, isEstimated: false }]);
  });

  it('is absent where no process answers for the flow in time, and where none of its services is served', async () => {
    const silent = callerThat({ find_model: new OperationError('deadline-exceeded', 'silence') });
    await expect(flowChatModel('w/f', { caller: silent, clock: turnedClock() }).generate(request, options)).rejects.toMatchObject(
      { type: 'unavailable' },
    );
    const unserved = callerThat({ find_model: { served: false } });
    await expect(
      flowChatModel('w/f', { caller: unserved, clock: turnedClock() }).generate(request, options),
    ).rejects.toMatchObject({ type: 'unavailable' });
    expect(unserved.asked).toHaveLength(1);
  });

  it('is looked for again where a process answers that stands in other flows, for two seconds', async () => {
    const caller = callerThat({ find_model: new OperationError('not-found', 'not open here') });
    const clock = turnedClock();
    const asked = flowChatModel('w/f', { caller, clock }).generate(request, options);
    asked.catch(() => undefined);
    await clock.advance(1_000);
    expect(caller.asked.length).toBeGreaterThan(5);
    await clock.advance(1_000);
    await expect(asked).rejects.toMatchObject({ type: 'unavailable' });
  });
});
