import type { ReceiptTier } from '@agent-mem/contract';
import type { StepRecord } from './step-record.ts';
import type { BegunTurn } from './turn/intended-turn.ts';

/** How a step ended: in an answer, in records that the next step goes on from, or in calls that wait for a decision. */
export type StepOutcome =
  | {
      readonly kind: 'answer';
      readonly answer: string;
      /** What was thought before it; empty: nothing. */
      readonly thought: string;
      readonly isStreamed: boolean;
      /** Why the model was not done: it was asked for an answer with what it had, or had more to write. `null`: it was. */
      readonly cutShort: string | null;
      readonly tier: ReceiptTier;
    }
  /** A record a call, in the order of the calls; at least one. */
  | { readonly kind: 'step'; readonly records: readonly StepRecord[]; readonly tier: ReceiptTier }
  | { readonly kind: 'waiting'; readonly begun: BegunTurn; readonly tier: ReceiptTier };
