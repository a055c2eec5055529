import { type ConfigOf, integer } from '@agent-mem/runtime';

/** What can be set about receipts, the same for every service that writes them. */
export const receiptVariables = {
  RECEIPT_TTL_DAYS: integer({
    meaning: 'Receipts of recalls and answers are stored so long, for agent.GetReceipt; 0: none is stored',
    unit: 'days',
    min: 0,
    max: 3_650,
    default: 30,
  }),
};

/** Their values. */
export type ReceiptConfig = ConfigOf<typeof receiptVariables>;
