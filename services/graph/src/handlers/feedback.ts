import { canonicalId, type Init, idsNamedBy, OperationError, type Receipt } from '@agent-mem/contract';
import type { Handler } from '@agent-mem/service-kit';
import { judgeAnswers } from '../feedback/judge-answers.ts';

/** Says how useful the items of a receipt were: moves the edges from its question to them. The same again changes nothing. */
export const feedback: Handler<'graph', 'feedback', unknown> = async (request, context) => {
  const { graph, receipts, scope, clock, index, signal } = context;
  const receiptId = canonicalId('rcpt', request.receipt_id) ?? request.receipt_id;
  const read = await receipts.readWhole(scope, receiptId);
  if (!read) throw new OperationError('not-found', `Receipt ${receiptId} not found`);
  const question = read.receipt.query ?? '';
  const items = judgedItems(read.receipt, request.ids);
  // The contract requires a reward.
  const reward = request.reward as number;
  const isJudged = question.trim() !== '' && reward !== 0;
  const judgement = { receiptId, question, conversationId: read.conversationId, items, reward, judgedBy: 'feedback' as const };
  const judged = isJudged ? await judgeAnswers(graph, scope, judgement, clock.now()) : { change: {}, changed: 0, indexed: [] };
  const reply = { changed: judged.changed };
  await graph.commit(scope, judged.change, reply);
  if (judged.indexed.length > 0) await index(scope, judged.indexed, { signal });
  return reply;
};

/** The receipt's items, or those of them that the request names. */
function judgedItems({ tiers }: Init<Receipt>, asked: readonly string[]): readonly string[] {
  const tierReceipts = [tiers?.facts, tiers?.episodes, tiers?.conversation, tiers?.working_memory, tiers?.profile];
  const listed = new Set(tierReceipts.flatMap((tier) => tier?.items ?? []).map(({ id }) => id ?? ''));
  const named = asked.map((each) => idsNamedBy(each).find((id) => listed.has(id)));
  const unknown = asked.find((_, index) => named[index] === undefined);
  if (unknown !== undefined)
    throw new OperationError('invalid-argument', `feedback.ids: ${unknown} is not an item of the receipt`);
  return asked.length > 0 ? [...new Set(named.flatMap((id) => id ?? []))] : [...listed];
}
