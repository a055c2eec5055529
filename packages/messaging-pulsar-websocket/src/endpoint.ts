import type { Topic } from '@agent-mem/contract';

/** How the WebSocket API spells the subscription types; it answers 400 to other spellings, and the native client has others. */
export const subscriptionTypes = { shared: 'Shared', 'key-shared': 'Key_Shared', exclusive: 'Exclusive' } as const;

/** `persistent/agent-mem/command/facts`: a topic in a path. */
export function topicPath(tenant: string, topic: Topic): string {
  const parts = [topic.persistent ? 'persistent' : 'non-persistent', tenant, topic.lane, topic.name];
  return parts.map(encodeURIComponent).join('/');
}

/** The URL of a producer, consumer or reader, of the WebSocket API below `base`. */
export function endpoint(
  base: string,
  kind: 'producer' | 'consumer' | 'reader',
  path: string,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]));
  return `${base.replace(/\/+$/, '')}/ws/v2/${kind}/${path}?${query}`;
}
