import { type ConfigOf, integer } from '@agent-mem/runtime';

/** What can be set about receipts, the same for every service that writes them. */
export const receiptVariables = {
  RECEIPT_TTL_DAYS: integer({
    meaning: 'How long receipts of recalls and answers are stored, for agent.GetReceipt; 0: no receipts',
    unit: 'days',
    min: 0,
    max: 3_650,
    default: 30,
  }),
};

/** Their values. */
export type ReceiptConfig = ConfigOf<typeof receiptVariables>;
