import {
  type Channel,
  conversationEvents,
  deadLetterSubscription,
  deadLetterTopic,
  type ServiceName,
  serviceTopic,
  type Topic,
  topicSchema,
  topicUrl,
} from '@agent-mem/contract';
import type { DeadLetterSource } from '@agent-mem/messaging';
import type { Policies, PolicyName } from '../admin/namespaces.ts';
import { channelPolicies } from './channel-policies.ts';

/** One thing that must exist on a broker. */
export type Wanted =
  | { readonly kind: 'tenant'; readonly tenant: string }
  | { readonly kind: 'namespace'; readonly namespace: string }
  | {
      readonly kind: 'policy';
      readonly namespace: string;
      readonly policy: PolicyName;
      readonly value: Policies[PolicyName];
    }
  | { readonly kind: 'permission'; readonly namespace: string; readonly role: string; readonly actions: readonly string[] }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'subscription'; readonly topic: string; readonly subscription: string }
  | { readonly kind: 'schema'; readonly topic: string; readonly schema: string };

export interface PlannedService {
  readonly name: ServiceName;
  /** It handles what happens in conversations. */
  readonly listens: boolean;
}

export interface PlanOptions {
  readonly tenant: string;
  readonly services: readonly PlannedService[];
  /** Where messages wait, and can fail, beside those of the services. Default: none. */
  readonly subscriptions?: readonly DeadLetterSource[];
  /** Who may publish to every channel and read from it; `null`: no permission is planned. */
  readonly role: string | null;
}

const channels = Object.keys(channelPolicies) as Channel[];

/** Everything a fleet of these services needs on a broker, each thing after those it stands in. */
export function plan({ tenant, services, subscriptions: others = [], role }: PlanOptions): readonly Wanted[] {
  const members = services.flatMap(({ name, listens }) => [
    { topic: serviceTopic(name, 'command'), subscription: name },
    ...(listens ? [{ topic: conversationEvents, subscription: name }] : []),
  ]);
  const subscriptions = [...members, ...others].flatMap(({ topic, subscription }) => [
    { topic, subscription },
    { topic: deadLetterTopic(topic, subscription), subscription: deadLetterSubscription },
  ]);
  const stored = new Set(
    [conversationEvents, ...subscriptions.map(({ topic }) => topic)].map((topic) => topicUrl(topic, tenant)),
  );
  return [
    { kind: 'tenant', tenant },
    ...channels.flatMap((channel) => namespaceOf(`${tenant}/${channel}`, channelPolicies[channel], role)),
    ...[...stored].map((topic): Wanted => ({ kind: 'topic', topic })),
    ...subscriptions.map(
      ({ topic, subscription }): Wanted => ({ kind: 'subscription', topic: topicUrl(topic, tenant), subscription }),
    ),
    ...describedTopics(services.map(({ name }) => name)).map(({ topic, schema }): Wanted => {
      return { kind: 'schema', topic: topicUrl(topic, tenant), schema };
    }),
  ];
}

/** The topics of these services that have a schema, with it. */
export function describedTopics(services: readonly ServiceName[]): readonly { readonly topic: Topic; readonly schema: string }[] {
  const topics = services.flatMap((name) => [serviceTopic(name, 'query'), serviceTopic(name, 'command')]);
  return [...topics, conversationEvents].flatMap((topic) => {
    const schema = topicSchema(topic);
    return schema === null ? [] : [{ topic, schema }];
  });
}

function namespaceOf(namespace: string, policies: Partial<Policies>, role: string | null): Wanted[] {
  const names = Object.entries(policies) as [PolicyName, Policies[PolicyName]][];
  return [
    { kind: 'namespace', namespace },
    ...names.map(([policy, value]): Wanted => ({ kind: 'policy', namespace, policy, value })),
    ...(role === null ? [] : [{ kind: 'permission', namespace, role, actions: ['produce', 'consume'] } as const]),
  ];
}
