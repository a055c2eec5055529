import { path } from '../topic-path.ts';
import type { AdminRequest } from './admin-request.ts';
import { unless } from './refusal.ts';

/** What a namespace says of its topics. Members a broker decides by itself are absent. */
export interface Policies {
  /** How long, and how much of, what every subscription has acknowledged is retained. -1: without limit. */
  readonly retention: { readonly minutes: number; readonly megabytes: number };
  /** After so many seconds a message counts as acknowledged everywhere. 0: never. */
  readonly messageTtlSeconds: number;
  /** What waits in one topic at most, in bytes, and who suffers when it is more. */
  readonly backlogQuota: { readonly bytes: number; readonly policy: 'producer_exception' | 'consumer_backlog_eviction' };
  /** A subscription without members is deleted after so many minutes. 0: never. */
  readonly subscriptionExpirationMinutes: number;
  /** Topics come into being, without partitions, when somebody first uses them. */
  readonly topicsAppearWhenUsed: boolean;
  /** Each schema must read what every version of it wrote, and be read by them. */
  readonly schemaCompatibility: 'FULL_TRANSITIVE';
  /** A client that connects with another schema may register it. */
  readonly clientsUpdateSchemas: boolean;
}

export type PolicyName = keyof Policies;

/** Namespaces by their full name, `agent-mem/command`. */
export interface Namespaces {
  /** Leaves one that is there as it is. */
  create(namespace: string): Promise<void>;
  /** `null` where there is no such namespace. */
  policies(namespace: string): Promise<Partial<Policies> | null>;
  setPolicy<Name extends PolicyName>(namespace: string, name: Name, value: Policies[Name]): Promise<void>;
  /** What each role may do: `produce`, `consume`, `functions` …; `null` where there is no such namespace. */
  permissions(namespace: string): Promise<Readonly<Record<string, readonly string[]>> | null>;
  /** Sets what the role may do; what is not named is taken away. */
  grant(namespace: string, role: string, actions: readonly string[]): Promise<void>;
}

interface WirePolicies {
  readonly retention_policies?: { readonly retentionTimeInMinutes: number; readonly retentionSizeInMB: number } | null;
  readonly message_ttl_in_seconds?: number | null;
  readonly backlog_quota_map?: Readonly<Record<string, { readonly limitSize: number; readonly policy: string }>> | null;
  readonly subscription_expiration_time_minutes?: number | null;
  readonly autoTopicCreationOverride?: { readonly allowAutoTopicCreation: boolean; readonly topicType: string } | null;
  readonly schema_compatibility_strategy?: string | null;
  readonly is_allow_auto_update_schema?: boolean | null;
}

type Request = readonly [method: 'POST' | 'PUT', path: string, body: unknown];

/** How each policy is asked for, by its name. */
const setters: { readonly [Name in PolicyName]: (value: Policies[Name]) => Request } = {
  retention: ({ minutes, megabytes }) => [
    'POST',
    '/retention',
    { retentionTimeInMinutes: minutes, retentionSizeInMB: megabytes },
  ],
  messageTtlSeconds: (seconds) => ['POST', '/messageTTL', seconds],
  backlogQuota: ({ bytes, policy }) => ['POST', '/backlogQuota', { limitSize: bytes, limitTime: -1, policy }],
  subscriptionExpirationMinutes: (minutes) => ['POST', '/subscriptionExpirationTime', minutes],
  topicsAppearWhenUsed: (allowed) => [
    'POST',
    '/autoTopicCreation',
    { allowAutoTopicCreation: allowed, topicType: 'non-partitioned' },
  ],
  schemaCompatibility: (strategy) => ['PUT', '/schemaCompatibilityStrategy', strategy],
  clientsUpdateSchemas: (allowed) => ['POST', '/isAllowAutoUpdateSchema', allowed],
};

export function namespaces(request: AdminRequest): Namespaces {
  const pathOf = (namespace: string) => `/namespaces${path(...namespace.split('/'))}`;
  return {
    async create(namespace) {
      await unless('already-exists', request('PUT', pathOf(namespace)));
    },
    async policies(namespace) {
      const policies = await unless('not-found', request('GET', pathOf(namespace)));
      return policies === null ? null : readPolicies(policies as WirePolicies);
    },
    async setPolicy(namespace, name, value) {
      const [method, what, body] = setters[name](value);
      await request(method, `${pathOf(namespace)}${what}`, body);
    },
    permissions: async (namespace) =>
      (await unless('not-found', request('GET', `${pathOf(namespace)}/permissions`))) as Readonly<
        Record<string, readonly string[]>
      > | null,
    async grant(namespace, role, actions) {
      await request('POST', `${pathOf(namespace)}/permissions${path(role)}`, actions);
    },
  };
}

function readPolicies(wire: WirePolicies): Partial<Policies> {
  const quota = wire.backlog_quota_map?.destination_storage;
  const creation = wire.autoTopicCreationOverride;
  const strategy = wire.schema_compatibility_strategy;
  const found: { readonly [Name in PolicyName]: Policies[Name] | null | undefined } = {
    retention: wire.retention_policies && {
      minutes: wire.retention_policies.retentionTimeInMinutes,
      megabytes: wire.retention_policies.retentionSizeInMB,
    },
    messageTtlSeconds: wire.message_ttl_in_seconds,
    // A policy or a strategy that is none of ours only has to differ from ours.
    backlogQuota: quota && { bytes: quota.limitSize, policy: quota.policy as Policies['backlogQuota']['policy'] },
    subscriptionExpirationMinutes: wire.subscription_expiration_time_minutes,
    topicsAppearWhenUsed: creation?.allowAutoTopicCreation && creation.topicType === 'non-partitioned',
    schemaCompatibility: strategy === 'UNDEFINED' ? undefined : (strategy as Policies['schemaCompatibility']),
    // A broker answers true also where nobody has decided.
    clientsUpdateSchemas: wire.is_allow_auto_update_schema === false ? false : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== null));
}
