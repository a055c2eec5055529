/** What an answer's use of a memory, and a user's correction of that answer, are worth beside a caller's reward of at most 1. */
export const ownRewards = { used: 0.3, corrected: -0.3 } as const;
