import { loadProtoRoot } from '../../contract/scripts/proto-root.ts';
import { hostedOperations } from './hosted-operations.ts';
import { memoryModule } from './memory-module.ts';
import { operationsModule } from './operations-module.ts';

const file = (name: string) => new URL(`../src/generated/${name}.ts`, import.meta.url);

/** The modules that are made from the proto, for those operations that have a handler: the types of `Memory`, and the table of its operations. */
export async function generated(): Promise<ReadonlyMap<URL, string>> {
  const hosted = await hostedOperations();
  const named = hosted.map(({ name, operations }) => ({ name, operations: operations.map(({ operation }) => operation) }));
  return new Map([
    [file('memory-services'), memoryModule(loadProtoRoot(), named)],
    [file('operations'), operationsModule(hosted)],
  ]);
}
