/** Variables of an agent that does without nothing that is late: a machine with other things to do may be slow by seconds. */
export const patience = { MEMORY_DEADLINE_MS: '60000', WORKING_MEMORY_DEADLINE_MS: '60000' } as const;
