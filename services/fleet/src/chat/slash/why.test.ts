import { type LearningState, OperationError, type Receipt } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import type { MemoryClient } from '../../memory-client/memory-client.ts';
import { stylesFor } from '../screen/styles.ts';
import { newSession } from '../session.ts';
import { why } from './why.ts';

const tier = { items: [], tokens: 0, ms: 0, left_out: 0, left_out_items: [], degraded: [], error: null, disabled: false };
/** A receipt of facts that were missing for this reason. */
const receiptWith = (error: string) =>
  // Of a receipt nothing else is read here.
  ({ id: 'rcpt_1', tokens: 0, ms: 0, tiers: { facts: { ...tier, error } } }) as unknown as Receipt;

/** A receipt of facts that were left out for these reasons. */
const receiptLeaving = (...reasons: readonly string[]) => {
  const left_out_items = reasons.map((reason) => ({ id: `fact_${reason}`, reason }));
  // Of a receipt nothing else is read here.
  return { id: 'rcpt_1', tiers: { facts: { ...tier, left_out: reasons.length, left_out_items } } } as unknown as Receipt;
};

/** What `/why` prints after an answer whose last frame had one receipt, where GetReceipt answers this. */
async function printed(stored: Receipt | OperationError, learning: Partial<LearningState> | null = null) {
  const asked: unknown[] = [];
  const call = async (_service: string, operation: string, { receipt_id }: { readonly receipt_id: string }) => {
    if (operation === 'get_settings') return { learning };
    if (operation === 'get') return { fact: null };
    asked.push([operation, receipt_id]);
    if (stored instanceof OperationError) throw stored;
    return { receipt: stored };
  };
  // It answers whatever it is asked, which a type by operation cannot say.
  const session = newSession({ url: '', key: null, lines: [], settled: async () => {} }, { call } as unknown as MemoryClient);
  session.receipt = receiptWith('of the last frame');
  const lines: string[] = [];
  await why.run(session, '', { styles: stylesFor(false, {}), print: (line) => void lines.push(line) });
  return { asked, text: lines.join('\n') };
}

it('shows the receipt as it is stored', async () => {
  const { asked, text } = await printed(receiptWith('of the store'));
  expect(asked).toEqual([['get_receipt', 'rcpt_1']]);
  expect(text).toContain('missing: of the store');
});

it('shows that of the answer where none is stored', async () => {
  expect((await printed(new OperationError('not-found', 'rcpt_1'))).text).toContain('missing: of the last frame');
});

it('says why each item was left out', async () => {
  const { text } = await printed(receiptLeaving('least_share', 'tokens', 'of a later version'));
  expect(text).toContain('left out: it fits too little beside the best');
  expect(text).toContain('left out: no room in the context');
  expect(text).toContain('left out: of a later version');
});

it('says that the tokens of the day are spent, and what waits for a model', async () => {
  const spent = { waiting: 2, tokens_today: 1_200, tokens_per_day: 1_000, tokens_spent: true };
  const { text } = await printed(receiptWith('of the store'), spent);
  expect(text).toContain("the day's tokens to learn by are spent (1000 of this scope)");
  expect(text).toContain('still to read 2 things');
  expect((await printed(receiptWith('x'), { waiting: 0, tokens_spent: false })).text).not.toContain('Learning');
});
