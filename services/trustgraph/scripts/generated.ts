import { pageWith } from '../../../scripts/page-with.ts';
import { differenceTable } from './difference-table.ts';
import { parameterTable } from './parameter-table.ts';

/** The reference with its tables of parameters, and of differences from TrustGraph's own agent. */
export async function generated(): Promise<ReadonlyMap<URL, string>> {
  return new Map([
    await pageWith('docs/reference/trustgraph.md', { parameters: parameterTable(), differences: differenceTable() }),
  ]);
}
