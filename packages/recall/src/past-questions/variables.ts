import { type ConfigOf, flag } from '@agent-mem/runtime';

/** What can be set about learning from feedback, the same for every service whose recalls learn. */
export const feedbackVariables = {
  LEARN_FROM_FEEDBACK: flag({
    meaning: 'Whether recall prefers what answered similar questions, by feedback; false: feedback is only stored',
    default: false,
  }),
};

/** Their values. */
export type FeedbackConfig = ConfigOf<typeof feedbackVariables>;
