import type { ServiceName } from '../operations/operation-types.ts';

/** A way for messages with one delivery rule. `query` and `reply` are not persistent, `command` and `event` are. */
export type Channel = 'query' | 'command' | 'event' | 'reply';

/** Where messages go. A reply topic may be asked to be persistent. */
export interface Topic {
  readonly lane: Channel;
  readonly name: string;
  readonly persistent: boolean;
}

/** Where a service receives requests that read (query) or change something (command). */
export function serviceTopic(service: ServiceName, lane: 'query' | 'command'): Topic {
  return { lane, name: service, persistent: lane === 'command' };
}

/** What happened in conversations, in order by conversation. */
export const conversationEvents: Topic = { lane: 'event', name: 'conversation', persistent: true };

/** Where a client gets its answers. */
export function replyTopic(client: string): Topic {
  return { lane: 'reply', name: client, persistent: false };
}

/** Where a subscription's messages go that failed too often, with the properties dead_letter_id (of the message it was), dead_letter_reason, dead_letter_topic and dead_letter_attempts. */
export function deadLetterTopic(topic: Topic, subscription: string): Topic {
  return { lane: topic.lane, name: `${topic.name}-${subscription}-dead-letters`, persistent: true };
}

/** The subscription that keeps dead letters until somebody lists, replays or drops them. */
export const deadLetterSubscription = 'dead-letters';

/** The topic as Pulsar writes it, for example `persistent://agent-mem/command/facts`. */
export function topicUrl(topic: Topic, tenant = 'agent-mem'): string {
  return `${topic.persistent ? 'persistent' : 'non-persistent'}://${tenant}/${topic.lane}/${topic.name}`;
}

/** Reads a topic as Pulsar writes it; `null` if it is of none of this tenant's channels. */
export function parseTopicUrl(url: string, tenant = 'agent-mem'): Topic | null {
  const match = /^(persistent|non-persistent):\/\/([^/]+)\/(query|command|event|reply)\/([^/]+)$/.exec(url);
  if (!match || match[2] !== tenant) return null;
  return { lane: match[3] as Channel, name: match[4] as string, persistent: match[1] === 'persistent' };
}
