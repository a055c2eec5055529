import type { Channel } from '@agent-mem/contract';
import type { Policies } from '../admin/namespaces.ts';

const mebibyte = 1_048_576;
const daySeconds = 86_400;

/** What every channel's namespace says. */
const everywhere = {
  // A broker may make partitioned topics by itself; an exclusive member of one gets another order, and figures under other names.
  topicsAppearWhenUsed: true,
  // Versions of a fleet run beside each other: each reads what the other writes, and what any version before it wrote.
  schemaCompatibility: 'FULL_TRANSITIVE',
  // The contract says what a topic carries, not the first client that connects.
  clientsUpdateSchemas: false,
} as const;

/** Work that must not be lost. A subscription of it never expires: that of a service, or of dead letters, may be without members for long. */
const durable = {
  ...everywhere,
  // An hour to look back at what was handled. It must be more than the quota, else the broker refuses the quota.
  retention: { minutes: 60, megabytes: 4_096 },
  // Dead letters stand in these namespaces too: nobody looks at them any more after a month.
  messageTtlSeconds: 30 * daySeconds,
  // The publisher learns that a service is behind; nothing that waits is thrown away.
  backlogQuota: { bytes: 2_048 * mebibyte, policy: 'producer_exception' },
  subscriptionExpirationMinutes: 0,
} as const;

/** What is set of each channel's namespace; the rest stays as the broker has it. Retention stands before the quota, which it bounds. */
export const channelPolicies: Readonly<Record<Channel, Partial<Policies>>> = {
  // Nothing is stored here.
  query: everywhere,
  command: durable,
  event: durable,
  reply: {
    ...everywhere,
    // Who asks first and listens afterwards still finds the answer.
    retention: { minutes: 60, megabytes: 1_024 },
    messageTtlSeconds: 3_600,
    // A reader that has gone takes the room of the others: its oldest answers go first.
    backlogQuota: { bytes: 256 * mebibyte, policy: 'consumer_backlog_eviction' },
    // A client that has gone leaves its subscription behind.
    subscriptionExpirationMinutes: 24 * 60,
  },
};

/** Longest that a broker keeps what was published to it, as far as we decide: until it counts as acknowledged, and then as retained. */
export const retentionMs = (durable.messageTtlSeconds + durable.retention.minutes * 60) * 1_000;
