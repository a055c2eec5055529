import type { Topic } from '@agent-mem/contract';

/** Nobody subscribes to it: its producer shows whether the tenant is there and the broker takes messages. */
export const checkTopic: Topic = { lane: 'reply', name: 'check', persistent: false };
