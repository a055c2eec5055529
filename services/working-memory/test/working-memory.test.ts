import { dayMs, type WorkingMemoryItem } from '@agent-mem/contract';
import { type ChatModel, type ScriptedAnswer, scriptedChatModel } from '@agent-mem/llm';
import { defaultScope, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { itemOf } from './random-trace.ts';
import { startWorkingMemory, steps } from './start-working-memory.ts';

const saying = (...answers: ScriptedAnswer[]) => ({ chatModel: scriptedChatModel(answers) });
const paragraph = 'Ten pages were opened and none helped.';
const written = (text: string) =>
  JSON.stringify({ text, constraints: [], decisions: ['Try the next book'], open_questions: [], errors: [] });
const journal = (invocationId: string) => `working-memory-compressing/${invocationId}`;

describe('append', () => {
  it('counts tokens of each item and of the trace, and opens the trace with the goal', async () => {
    await using memory = await startWorkingMemory(saying());
    expect(await memory.append({ goal: 'find it', items: [{ type: 'thought', content: 'one two three' }] })).toEqual({
      item_count: 1,
      sensitive: [],
      token_count: 5,
      over_threshold: false,
    });
    const { items } = await memory.assemble();
    expect(items.map(({ type, content, metadata }) => [type, content, metadata.token_count])).toEqual([
      ['goal', 'find it', '2'],
      ['thought', 'one two three', '3'],
    ]);
  });

  it('changes nothing at places that are taken, and refuses a gap', async () => {
    await using memory = await startWorkingMemory(saying());
    const items = steps(2);
    await memory.append({ items, position: 0 });
    expect(await memory.append({ items, position: 0 })).toMatchObject({ item_count: 6 });
    expect(await memory.append({ items: items.slice(3), position: 3 })).toMatchObject({ item_count: 6 });
    expect(await memory.append({ items: steps(1), position: 5 })).toMatchObject({ item_count: 8 });
    await expect(memory.append({ items, position: 9 })).rejects.toMatchObject({ type: 'out-of-range' });
  });

  it('begins no trace by a goal whose items leave a gap', async () => {
    await using memory = await startWorkingMemory(saying());
    await expect(memory.append({ goal: 'g', items: steps(1), position: 3 })).rejects.toMatchObject({ type: 'out-of-range' });
    await expect(memory.assemble()).rejects.toMatchObject({ type: 'not-found' });
  });

  it('takes no more into a trace that is full, and still knows a repeat', async () => {
    await using memory = await startWorkingMemory(saying());
    const items = Array.from({ length: 10 }, () => ({ type: 'observation' as const, content: 'x'.repeat(60_000) }));
    for (let position = 0; position < 140; position += 10) await memory.append({ items, position });
    const full = { type: 'resource-exhausted', retryable: false, message: expect.stringMatching(/^items: the trace of inv_/) };
    await expect(memory.append({ items: items.slice(9), position: 140 })).rejects.toMatchObject(full);
    await expect(memory.append({ items: items.slice(9) })).rejects.toMatchObject(full);
    expect(await memory.append({ items, position: 130 })).toMatchObject({ item_count: 140 });
    await memory.discard();
    expect(await memory.append({ items })).toMatchObject({ item_count: 10 });
  });

  it('says when the trace is over the threshold, its own or the given one', async () => {
    await using memory = await startWorkingMemory(saying());
    expect(await memory.append({ items: steps(10) })).toMatchObject({ over_threshold: false });
    expect(await memory.append({ items: [], threshold: 100 })).toMatchObject({ over_threshold: true, item_count: 30 });
    expect(await memory.append({ items: steps(33) })).toMatchObject({ over_threshold: true });
  });

  it('reads the trace once, and again where another has appended meanwhile', async () => {
    await using memory = await startWorkingMemory(saying());
    const { keyValue } = memory.fleet.ports;
    const list = vi.spyOn(keyValue, 'list');
    await memory.append({ goal: 'find it', items: steps(1) });
    expect(await memory.append({ items: steps(1), position: 2 })).toMatchObject({ item_count: 5 });
    expect(list).toHaveBeenCalledTimes(2);
    const { token_count } = await memory.append({ items: [] });
    const other = JSON.stringify(itemOf('thought', 'one two three'));
    const append = keyValue.append;
    vi.spyOn(keyValue, 'append').mockImplementationOnce(async (scope, key, values, options) => {
      await append(scope, key, [other], options);
      return append(scope, key, values, options);
    });
    const item = { type: 'thought', content: 'four' } as const;
    expect(await memory.append({ items: [item] })).toMatchObject({ item_count: 7, token_count: token_count + 4 });
  });

  it('loses nothing of fifty at once', async () => {
    await using memory = await startWorkingMemory(saying());
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => memory.append({ items: [{ type: 'thought', content: `n${index}` }] })),
    );
    const { items } = await memory.assemble();
    expect(new Set(items.map(({ content }) => content)).size).toBe(50);
  });

  it('keeps the traces of two users apart and drops one that nobody adds to', async () => {
    const clock = turnedClock();
    await using memory = await startWorkingMemory({ ...saying(), clock });
    await memory.append({ items: steps(1) });
    await expect(memory.assemble({ user: 'other' })).rejects.toMatchObject({ type: 'not-found' });
    await clock.leap(86_400_001);
    await expect(memory.assemble()).rejects.toMatchObject({ type: 'not-found' });
  });
});

describe('assemble', () => {
  it('names the invocation it does not know', async () => {
    await using memory = await startWorkingMemory(saying());
    await expect(memory.assemble()).rejects.toMatchObject({
      type: 'not-found',
      message: `Working memory of ${memory.invocationId} not found`,
    });
  });

  it('stays within the budget and below what one message carries', async () => {
    await using memory = await startWorkingMemory(saying());
    await memory.append({ goal: 'g', items: steps(30) });
    await memory.append({ items: steps(30) });
    const small = await memory.assemble({ max_tokens: 300, question: 'What does page 7 say?' });
    expect(small).toMatchObject({ compressed: true, left_out: 171 });
    expect(small.token_count).toBeLessThanOrEqual(300);
    expect(small.full_token_count).toBeGreaterThan(2_000);

    const large = Array.from({ length: 12 }, (_, index) => ({
      type: 'observation' as const,
      content: `${index} `.repeat(20_000),
    }));
    for (const item of large) await memory.append({ items: [item] });
    const whole = await memory.assemble({ max_tokens: 10_000_000 });
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeLessThan(600_000);
    expect(whole.compressed).toBe(true);
  });
});

describe('compress', () => {
  it('keeps the words of the model in the place of older steps, and what they leave out', async () => {
    const given = saying(written(paragraph));
    await using memory = await startWorkingMemory(given);
    await memory.append({
      goal: 'find it',
      items: [{ type: 'observation', content: 'The key is 99.', metadata: { critical: 'true' } }],
    });
    await memory.append({ items: steps(12) });
    const compressed = await memory.compress({ max_tokens: 500 });
    expect(compressed).toMatchObject({ compressed: true, method: 'model' });
    expect(given.chatModel.requests[0]).toMatchObject({ template: 'summarise-steps', variables: { goal: 'find it' } });
    const { items, token_count } = await memory.assemble({ max_tokens: 500 });
    expect(items[1]?.content).toBe(`${paragraph}\nMust hold:\n- The key is 99.\nDecided:\n- Try the next book`);
    expect(compressed.record).toMatchObject({
      goal: 'find it',
      text: paragraph,
      decisions: ['Try the next book'],
      method: 'model',
    });
    expect(items.slice(2).map(({ content }) => content)).toEqual(
      steps(12)
        .slice(-9)
        .map(({ content }) => content),
    );
    expect(token_count).toBeLessThanOrEqual(500);
    expect(compressed.token_count).toBeLessThanOrEqual(500);
    const again = await memory.compress({ max_tokens: 500 });
    expect(again).toEqual({ ...compressed, compressed: false, method: '', usage: [] });
    expect(await memory.append({ items: [], threshold: 500 })).toMatchObject({ item_count: 37, over_threshold: true });
    expect(await memory.fleet.ports.keyValue.get(defaultScope, journal(memory.invocationId))).toBeNull();
  });

  it('asks nothing where there is no model, and says that it went by rules', async () => {
    const chatModel = { ...scriptedChatModel([written(paragraph)]), id: 'local:rules' };
    await using memory = await startWorkingMemory({ chatModel });
    await memory.append({ items: steps(10) });
    expect(await memory.compress({ max_tokens: 400 })).toMatchObject({ compressed: true, method: 'rules' });
    expect(chatModel.requests).toEqual([]);
  });

  it('begins at four fifths of the budget, and not before', async () => {
    await using memory = await startWorkingMemory({ chatModel: { ...scriptedChatModel([]), id: 'local:rules' } });
    const { token_count: tokens } = await memory.append({ items: steps(10) });
    expect(await memory.compress({ max_tokens: Math.ceil(tokens / 0.79) })).toMatchObject({ compressed: false });
    const compressed = await memory.compress({ max_tokens: Math.floor(tokens / 0.8) });
    expect(compressed).toMatchObject({ compressed: true, record: { ordinals: [1, 2, 3, 4, 5, 6, 7] } });
  });

  it('keeps every decision and every error of twenty steps for the context', async () => {
    await using memory = await startWorkingMemory({ chatModel: { ...scriptedChatModel([]), id: 'local:rules' } });
    const items = Array.from({ length: 20 }, (_, step): WorkingMemoryItem[] => [
      itemOf('thought', `I looked around a while. I decided to use mirror-${step}.example.org. Then I go on with other things.`),
      itemOf('action', `install({"package":"p${step}"})`),
      itemOf('observation', `Resolving.\nError: E${1000 + step} checksum differs\n${'progress and more progress, '.repeat(8)}`),
    ]).flat();
    await memory.append({ goal: 'Install all packages', items });
    const shown = async () => {
      const { items: assembled, token_count } = await memory.assemble({ max_tokens: 1_000 });
      expect(token_count).toBeLessThanOrEqual(1_000);
      const text = assembled.map(({ content }) => content).join('\n');
      return Array.from({ length: 20 }, (_, step) => [text.includes(`mirror-${step}.`), text.includes(`E${1000 + step} `)]);
    };
    const all = Array.from({ length: 20 }, () => [true, true]);
    expect(await shown()).toEqual(all);
    expect(await memory.compress({ max_tokens: 1_000 })).toMatchObject({ compressed: true });
    expect(await shown()).toEqual(all);
  });

  it('leaves a short trace alone, and names one it does not know', async () => {
    await using memory = await startWorkingMemory(saying());
    const set = vi.spyOn(memory.fleet.ports.keyValue, 'set');
    await expect(memory.compress()).rejects.toMatchObject({ type: 'not-found' });
    // Nothing is noted that a later start would look for in vain.
    expect(set.mock.calls.map(([, key]) => key)).not.toContain(journal(memory.invocationId));
    await memory.append({ items: steps(2) });
    expect(await memory.compress()).toMatchObject({ compressed: false, method: '' });
  });

  it.each([
    ['is empty', ' \n '],
    ['is too long', 'word '.repeat(2_000)],
    ['fails', new Error('no such model')],
  ])('goes by rules when the answer %s', async (_, answer) => {
    await using memory = await startWorkingMemory(saying(answer));
    await memory.append({ items: steps(12) });
    expect(await memory.compress({ max_tokens: 400 })).toMatchObject({ compressed: true, method: 'rules' });
    expect((await memory.assemble({ max_tokens: 400 })).items[0]?.content).toContain(
      'open_page({"page": 7}) → Page 7 says nothing',
    );
  });

  it('goes by rules when the model hangs until just before the deadline', async () => {
    const clock = turnedClock();
    const given = saying({ hang: true });
    await using memory = await startWorkingMemory({ ...given, clock });
    await memory.append({ items: steps(12) });
    const compressed = memory.compress({ max_tokens: 400 }, 10_000);
    await vi.waitFor(() => expect(given.chatModel.requests).toHaveLength(1));
    await clock.advance(9_500);
    expect(await compressed).toMatchObject({ method: 'rules' });
  });

  it('loses nothing that is appended while the model writes', async () => {
    let appended: Promise<unknown> | null = null;
    const chatModel: ChatModel = {
      ...scriptedChatModel([]),
      async generate() {
        appended = memory.append({ items: [{ type: 'thought', content: 'meanwhile' }] });
        await appended;
        return written(paragraph);
      },
    };
    await using memory = await startWorkingMemory({ chatModel });
    await memory.append({ items: steps(12) });
    expect(await memory.compress({ max_tokens: 400 })).toMatchObject({ method: 'model' });
    const { items } = await memory.assemble({ max_tokens: 400 });
    expect(items.at(-1)?.content).toBe('meanwhile');
    expect(items[0]?.content).toContain(paragraph);
  });

  it('leaves nothing of a trace that was discarded while the model wrote', async () => {
    const chatModel: ChatModel = {
      ...scriptedChatModel([]),
      async generate() {
        await memory.discard();
        return written(paragraph);
      },
    };
    await using memory = await startWorkingMemory({ chatModel });
    await memory.append({ items: steps(12) });
    await memory.compress({ max_tokens: 400 });
    await expect(memory.assemble()).rejects.toMatchObject({ type: 'not-found' });
    const { keyValue } = memory.fleet.ports;
    expect(await keyValue.get(defaultScope, `working-memory/${memory.invocationId}/summary`)).toBeNull();
  });

  it('yields to a summary that another has kept meanwhile', async () => {
    let asked = 0;
    const chatModel: ChatModel = {
      ...scriptedChatModel([]),
      async generate() {
        asked += 1;
        if (asked > 1) return written('The second was faster.');
        await memory.compress({ max_tokens: 400 });
        return written(paragraph);
      },
    };
    await using memory = await startWorkingMemory({ chatModel });
    await memory.append({ items: steps(12) });
    expect(await memory.compress({ max_tokens: 400 })).toMatchObject({ compressed: false });
    expect((await memory.assemble({ max_tokens: 400 })).items[0]?.content).toContain('The second was faster.');
    expect(asked).toBe(2);
  });

  it('is noted until it is done: a process that starts goes on with it', async () => {
    const clock = turnedClock();
    await using memory = await startWorkingMemory({ ...saying({ hang: true }), clock });
    await memory.append({ items: steps(12) });
    const noted = () => memory.fleet.ports.keyValue.get(defaultScope, journal(memory.invocationId));
    const compressed = memory.compress({ max_tokens: 400 });
    await vi.waitFor(async () => expect(JSON.parse((await noted())?.value ?? '{}')).toMatchObject({ max_tokens: 400 }));
    await clock.advance(10_000);
    expect(await compressed).toMatchObject({ compressed: true });
    expect(await noted()).toBeNull();
  });

  it('finishes by rules what a crash had left', async () => {
    await using directory = await temporaryDirectory();
    const options = { ...saying(), directory: directory.path };
    const request = {
      invocation_id: '',
      workspace: 'default',
      user: 'default',
      collection: 'default',
      max_tokens: 400,
      keep_recent: null,
      question: '',
    };
    let invocationId = '';
    {
      await using memory = await startWorkingMemory(options);
      ({ invocationId } = memory);
      await memory.append({ items: steps(12) });
      const { keyValue } = memory.fleet.ports;
      await keyValue.set(defaultScope, journal(invocationId), JSON.stringify({ ...request, invocation_id: invocationId }));
      await keyValue.set(defaultScope, journal('inv_gone'), JSON.stringify({ ...request, invocation_id: 'inv_gone' }));
    }
    await using memory = await startWorkingMemory({ ...options, invocationId });
    const again = await memory.compress({ max_tokens: 400 });
    expect(again).toMatchObject({ compressed: false });
    expect(again.token_count).toBeLessThanOrEqual(400);
    expect((await memory.assemble()).items).toHaveLength(36);
    expect(await memory.fleet.ports.keyValue.get(defaultScope, journal(invocationId))).toBeNull();
    expect(await memory.fleet.ports.keyValue.get(defaultScope, journal('inv_gone'))).toBeNull();
  });
});

describe('expand', () => {
  it('opens the steps of the record word for word, all or some', async () => {
    await using memory = await startWorkingMemory({ chatModel: { ...scriptedChatModel([]), id: 'local:rules' } });
    await memory.append({ goal: 'g', items: steps(10) });
    expect(await memory.expand()).toEqual({ items: [], token_count: 0, disabled: false });
    const { record } = await memory.compress({ max_tokens: 400 });
    expect(record?.ordinals).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const contents = ({ items }: { items: readonly { content: string }[] }) => items.map(({ content }) => content);
    const appended = steps(10).map(({ content }) => content);
    expect(contents(await memory.expand())).toEqual(appended.slice(0, 21));
    expect(contents(await memory.expand({ ordinals: [9, 2] }))).toEqual([...appended.slice(3, 6), ...appended.slice(24, 27)]);
    const some = await memory.expand({ max_tokens: 140 });
    expect(some.token_count).toBeLessThanOrEqual(140);
    expect(some.items.at(-1)).toMatchObject({ content: expect.stringMatching(/bytes not shown|…/), metadata: { cut: 'true' } });
    expect(contents(some).slice(0, 6)).toEqual(appended.slice(0, 6));
  });

  it('names what is not there', async () => {
    await using memory = await startWorkingMemory(saying());
    await expect(memory.expand()).rejects.toMatchObject({ type: 'not-found' });
    await memory.append({ items: steps(2) });
    await expect(memory.expand({ ordinals: [1, 3] })).rejects.toMatchObject({
      type: 'out-of-range',
      message: 'ordinals: the trace has steps 1 to 2',
    });
  });
});

describe('a trace that nobody has written to for its lifetime', () => {
  it('is gone with its goal', async () => {
    const clock = turnedClock();
    await using memory = await startWorkingMemory({ ...saying(), clock });
    await memory.append({ goal: 'g', items: steps(1) });
    await clock.advance(dayMs);
    await expect(memory.assemble()).rejects.toMatchObject({ type: 'not-found' });
  });
});

describe('discard', () => {
  it('drops the trace, and may be repeated', async () => {
    await using memory = await startWorkingMemory(saying());
    await memory.append({ goal: 'g', items: steps(1) });
    expect(await memory.discard()).toEqual({ success: true });
    expect(await memory.discard()).toEqual({ success: true });
    await expect(memory.assemble()).rejects.toMatchObject({ type: 'not-found' });
  });
});
