import type { Clock } from '@agent-mem/contract';
import { createMemoryBus } from '@agent-mem/messaging';
import type { BusAdapter, DetailsAdapter, GraphAdapter, KeyValueAdapter, SearchIndexAdapter } from '@agent-mem/runtime';
import { createMemoryDetails, createMemoryGraph, createMemoryKeyValue, createMemorySearchIndex } from '@agent-mem/storage';

/* `memory:`: nothing outlives the process. */

interface Context {
  readonly clock: Clock;
}

export const busIsShared = false;

export const openBus: BusAdapter<Context>['openBus'] = async (_url, { clock }) => createMemoryBus({ clock });

export const openGraph: GraphAdapter<Context>['openGraph'] = async (_url, { clock }) => {
  return { graph: createMemoryGraph({ clock }), publishes: false };
};

export const openSearchIndex: SearchIndexAdapter<Context>['openSearchIndex'] = async () => createMemorySearchIndex();

export const openKeyValue: KeyValueAdapter<Context>['openKeyValue'] = async (_url, { clock }) => {
  return createMemoryKeyValue({ clock });
};

export const openDetails: DetailsAdapter<Context>['openDetails'] = async () => createMemoryDetails();
