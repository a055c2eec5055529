import { createMemoryBus } from '@agent-mem/messaging';
import { createMemoryDetails, createMemoryGraph, createMemoryKeyValue, createMemorySearchIndex } from '@agent-mem/storage';
import type { BusAdapter, DetailsAdapter, GraphAdapter, KeyValueAdapter, SearchIndexAdapter } from './adapters.ts';

/** `memory:`: nothing outlives the process. */
export const memoryAdapter: BusAdapter & GraphAdapter & SearchIndexAdapter & KeyValueAdapter & DetailsAdapter = {
  shared: false,
  bus: async (_url, { clock }) => createMemoryBus({ clock }),
  graph: async (_url, { clock }) => ({ graph: createMemoryGraph({ clock }), publishes: false }),
  searchIndex: async () => createMemorySearchIndex(),
  keyValue: async (_url, { clock }) => createMemoryKeyValue({ clock }),
  details: async () => createMemoryDetails(),
};
