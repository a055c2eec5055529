import type { ToolOrigin } from '@agent-mem/agent';
import type { ServiceName } from '@agent-mem/contract';
import type { AnyService, HttpPlugin } from '@agent-mem/service-kit';
import type { HostedConnector } from './connectors/connectors.ts';
import { UsedWrongly } from './refusal.ts';

/** Every service there is, those that are asked before those that ask. Loaded when it is hosted: one service's process does not carry the others. */
const services: Readonly<Record<Exclude<ServiceName, 'trustgraph'>, (tools: readonly ToolOrigin[]) => Promise<AnyService>>> = {
  facts: async () => (await import('@agent-mem/facts')).factsService,
  episodes: async () => (await import('@agent-mem/episodes')).episodesService,
  conversations: async () => (await import('@agent-mem/conversations')).conversationsService,
  'working-memory': async () => (await import('@agent-mem/working-memory')).workingMemoryService,
  graph: async () => (await import('@agent-mem/graph')).graphService,
  agent: async (tools) => (await import('@agent-mem/agent')).agentServiceWith({ tools }),
};

/** Ways in that are no services but are hosted like them. */
const httpPlugins: Readonly<Record<string, () => Promise<HttpPlugin>>> = {
  gateway: async () => (await import('@agent-mem/gateway')).gateway,
};

/** Ways in from other systems. Each comes with what it is a way into. */
const connectors: Readonly<Record<string, { readonly beside: readonly string[]; load(): Promise<HostedConnector> }>> = {
  trustgraph: { beside: ['agent', 'gateway'], load: async () => (await import('./connectors/trustgraph.ts')).trustgraph },
  webhooks: {
    beside: ['gateway', 'conversations'],
    load: async () => (await import('./connectors/webhooks.ts')).webhooks,
  },
  vault: { beside: ['facts', 'conversations'], load: async () => (await import('./connectors/vault.ts')).vault },
};

/** The services by name, without the ways in. */
export const serviceNames: readonly string[] = Object.keys(services);

/** All that can be hosted, by name. */
export const hostable: readonly string[] = [...serviceNames, ...Object.keys(httpPlugins)];

/** What is hosted in one process. */
export interface HostedServices {
  readonly services: readonly AnyService[];
  readonly httpPlugins: readonly HttpPlugin[];
  readonly connectors: readonly HostedConnector[];
}

/** Whether the agent is among these names; none: all. */
export function hostsAgent(names: readonly string[]): boolean {
  return names.length === 0 || names.includes('agent');
}

/** The definitions of these names; none: all. The agent gets these tools. Throws `UsedWrongly` for a name that is not hostable. */
export async function hostedServices(names: readonly string[], tools: readonly ToolOrigin[] = []): Promise<HostedServices> {
  const unknown = names.find((name) => !hostable.includes(name));
  if (unknown !== undefined) throw new UsedWrongly(`There is no service "${unknown}"; there are ${hostable.join(', ')}`);
  const wanted = new Set(names.length > 0 ? names : hostable);
  const load = <Definition>(table: Readonly<Record<string, (tools: readonly ToolOrigin[]) => Promise<Definition>>>) =>
    Promise.all(Object.entries(table).flatMap(([name, definition]) => (wanted.has(name) ? [definition(tools)] : [])));
  const near = Object.values(connectors).filter(({ beside }) => beside.some((name) => wanted.has(name)));
  return {
    services: await load(services),
    httpPlugins: await load(httpPlugins),
    connectors: await Promise.all(near.map((connector) => connector.load())),
  };
}

/** Services that are not in the crew. */
export function absentServices(hosted: Pick<HostedServices, 'services'>): readonly ServiceName[] {
  const present = new Set(hosted.services.map(({ name }) => name));
  return (Object.keys(services) as ServiceName[]).filter((name) => !present.has(name));
}
