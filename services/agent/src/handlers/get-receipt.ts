import { canonicalId, OperationError } from '@agent-mem/contract';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Answers a stored receipt, whichever service wrote it. */
export const getReceipt: Handler<'agent', 'get_receipt', Config> = async ({ receipt_id }, { receipts, scope }) => {
  const id = canonicalId('rcpt', receipt_id) ?? receipt_id;
  const receipt = await receipts.read(scope, id);
  if (!receipt) throw new OperationError('not-found', `Receipt ${id} not found`);
  return { receipt };
};
