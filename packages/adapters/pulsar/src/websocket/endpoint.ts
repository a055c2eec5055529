import { OperationError, type Topic, topicUrl } from '@agent-mem/contract';
import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { topicPath as adminPath } from '../topic-path.ts';

/** How the WebSocket API spells the subscription types; it answers 400 to other spellings, and the native client has others. */
export const subscriptionTypes = { shared: 'Shared', 'key-shared': 'Key_Shared', exclusive: 'Exclusive' } as const;

/** The URL itself. Throws `invalid-argument` unless it is one of a WebSocket. */
export function webSocketUrl(url: string): string {
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'ws:' || protocol === 'wss:') return url;
  throw new OperationError('invalid-argument', 'The URL of the bus must be ws://host:port or wss://host:port');
}

/** `persistent/agent-mem/command/facts`: a topic in a path. */
export function topicPath(tenant: string, topic: Topic): string {
  return pathOfUrl(topicUrl(topic, tenant));
}

/** The same of a topic that stands as Pulsar writes it: `non-persistent://tg/request/agent:default`. Throws `invalid-argument` for anything else. */
export function pathOfUrl(url: string): string {
  return adminPath(url).slice(1);
}

/** The URL of a producer, consumer or reader, of the WebSocket API below `base`. */
export function endpoint(
  base: string,
  kind: 'producer' | 'consumer' | 'reader',
  path: string,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]));
  return `${withoutLastSlashes(base)}/ws/v2/${kind}/${path}?${query}`;
}
