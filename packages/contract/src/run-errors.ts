/** The `error` of the event `invocation-completed` where the caller ended the invocation. It says nothing of what the agent did. */
export const cancelledError = 'cancelled';

/** The same where the invocation waited for a decision that did not come. Events that are stored have this sentence. */
export const undecidedError = 'The run waited for longer than WAIT_TTL_DAYS and nobody decided on it';
