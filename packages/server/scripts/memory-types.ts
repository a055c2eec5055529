import { hostedServices } from '@agent-mem/fleet';
import { loadProtoRoot } from '../../contract/scripts/proto-root.ts';
import { memoryModule } from './memory-module.ts';

/** Where the module with the types of `openMemory` is. */
export const memoryTypesFile: URL = new URL('../src/generated/memory-services.ts', import.meta.url);

/** The text of that module: the services as members of what `openMemory` gives, for those operations that have a handler. */
export async function memoryTypes(): Promise<string> {
  const { services } = await hostedServices([]);
  return memoryModule(
    loadProtoRoot(),
    services.map(({ name, handlers }) => ({ name, operations: Object.keys(handlers) })),
  );
}
