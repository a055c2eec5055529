import { OperationError } from '@agent-mem/contract';

/** `persistent://agent-mem/command/facts` taken apart. */
export interface TopicParts {
  readonly domain: string;
  readonly tenant: string;
  readonly namespace: string;
  readonly name: string;
}

/** Throws `invalid-argument` for what is no topic of Pulsar's. */
export function topicParts(url: string): TopicParts {
  const [, domain, tenant, namespace, name] = /^((?:non-)?persistent):\/\/([^/]+)\/([^/]+)\/(.+)$/.exec(url) ?? [];
  if (!domain || !tenant || !namespace || !name) throw new OperationError('invalid-argument', `"${url}" is no topic of Pulsar's`);
  return { domain, tenant, namespace, name };
}

/** Names as they stand in a path: any Unicode is allowed in them. */
export function path(...names: readonly string[]): string {
  return names.map((name) => `/${encodeURIComponent(name)}`).join('');
}

/** `/persistent/agent-mem/command/facts` */
export function topicPath(url: string): string {
  const { domain, tenant, namespace, name } = topicParts(url);
  return path(domain, tenant, namespace, name);
}
