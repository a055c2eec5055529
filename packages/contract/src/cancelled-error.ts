/** The `error` of the event `invocation-completed` where the caller ended the invocation. It says nothing of what the agent did. */
export const cancelledError = 'cancelled';
