import type { GraphNode } from '@agent-mem/storage';

/** The properties of a node of this service's kinds: only it writes them, so they are of the type that it wrote. */
export function ownProperties<Properties extends object>({ properties }: Pick<GraphNode, 'properties'>): Properties {
  return properties as Readonly<Record<string, unknown>> as Properties;
}
