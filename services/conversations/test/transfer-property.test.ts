import { type Init, isBlank, type RequestOf } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Conversations, exportedText, startConversations } from './start-conversations.ts';

/** What a conversation goes through; `at`: which of the messages so far, as a share of them. */
type Step =
  | { readonly kind: 'say'; readonly message: Init<Omit<RequestOf<'conversations', 'append_message'>, 'conversation_id'>> }
  | { readonly kind: 'branch'; readonly at: number; readonly title: string | null }
  | { readonly kind: 'link'; readonly at: number; readonly symbol: string; readonly start_line: number | null }
  | { readonly kind: 'merge' | 'archive' | 'end' };

/** Texts of any script, with signs of several code units, quotes, line breaks and what looks like JSON. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((binary) => binary.toWellFormed()),
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('"', '\\', '\n---\n', '👩‍👩‍👧‍👦', 'é', 'é', '\u2028', '{{x}}', '</memory>'),
);
/** A member that is required shows a character. */
const saidText = text.map((said) => (isBlank(said) ? `x${said}` : said));
/** Names have no control characters. */
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((each) => `n${each.replace(/\p{C}/gu, '')}`.slice(0, 200));

const result = fc.record({
  success: fc.boolean(),
  result: fc.json({ maxDepth: 2 }),
  error: fc.option(text),
});
const call = fc.record({
  tool_name: name,
  arguments: fc.json({ maxDepth: 2 }).map((json) => (json.startsWith('{') ? json : '{}')),
  success: fc.boolean(),
  duration_ms: fc.nat(100_000),
  tool_result: fc.option(result, { nil: undefined }),
});
const message = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
  content: saidText,
  reasoning: fc.option(text),
  speaker: fc.option(name),
  metadata: fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true }),
  tool_calls: fc.array(call, { maxLength: 3 }),
});
const at = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: message.map((each) => ({ kind: 'say', message: each }) as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('branch' as const), at, title: fc.option(name) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      at,
      symbol: saidText,
      start_line: fc.option(fc.integer({ min: 1, max: 99 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('merge' as const, 'archive' as const, 'end' as const) }) },
);

/** Has conversations go through the steps, the newest branch each time, and answers their ids, the root first. */
async function lived({ call }: Conversations, root: string, steps: readonly Step[]): Promise<readonly string[]> {
  const ids = [root];
  const messages: string[] = [];
  const archived: string[] = [];
  for (const each of steps) {
    const id = ids.at(-1) ?? root;
    const marked = 'at' in each ? messages[Math.floor(each.at * messages.length)] : undefined;
    if (each.kind === 'say') messages.push((await call('append_message', { ...each.message, conversation_id: id })).message_id);
    else if (each.kind === 'branch') {
      const last = (await call('history', { conversation_id: id })).messages.at(-1);
      if (last)
        ids.push((await call('branch', { conversation_id: id, from_message_id: last.id, title: each.title })).conversation_id);
    } else if (each.kind === 'link') {
      const { symbol, start_line } = each;
      if (marked) await call('references', { symbol, start_line, message_ids: [marked] });
    } else if (each.kind === 'merge') {
      const into = ids.at(-2);
      if (into !== undefined) {
        await call('merge', { conversation_id: into, branch_id: id });
        archived.push(id);
        ids.pop();
      }
    } else if (messages.length > 0) await call(each.kind, { conversation_id: id });
  }
  return [...ids, ...archived];
}

/** Turns the clock until the summaries that are due are written. */
async function summaries({ fleet }: Conversations, clock: ReturnType<typeof turnedClock>): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await clock.advance(1_000);
    await fleet.settled();
  }
}

test('whatever was said, linked, branched, merged and summarised: export, import into an empty store and export are byte-equal', async () => {
  // Of texts that the settings redact the document is another one.
  const environment = { SENSITIVE_DATA: 'allow', SUMMARIZE_EVERY: '2' };
  const clock = turnedClock();
  await using source = await startConversations({ environment, clock });
  let summarised = 0;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, newestFirst) => {
      const root = `c${run++}`;
      await source.call('create', { conversation_id: root });
      const ids = await lived(source, root, steps);
      await summaries(source, clock);
      const documents = await Promise.all(ids.map((id) => exportedText(source, id)));
      summarised += documents.filter((each) => each.includes('"summaries":')).length;
      await using target = await startConversations({ environment });
      const order = newestFirst ? ids.toReversed() : ids;
      for (const id of order) {
        const chunk = documents[ids.indexOf(id)] ?? '';
        await target.call('import', { import_id: `i-${id}`, sequence: 0, chunk, end: true });
      }
      expect(await Promise.all(ids.map((id) => exportedText(target, id)))).toEqual(documents);
    }),
    { numRuns: 40 },
  );
  expect(summarised).toBeGreaterThan(0);
});
