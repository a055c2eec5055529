import { details } from './details/details.ts';
import { graph } from './graph/graph.ts';
import { keyValue } from './key-value/key-value.ts';
import { type Effort, type Filling, measurePort, type Row } from './measure.ts';
import { reportOf } from './report.ts';
import { searchIndex } from './search-index/search-index.ts';
import type { Port } from './subject.ts';

/** How much of everything. */
export interface StoresPlan extends Effort {
  readonly ports: readonly Port[];
  readonly where: readonly ('embedded' | 'cluster')[];
  readonly sizes: readonly number[];
}

const ports: Readonly<Record<string, Port>> = { graph, search: searchIndex, keyvalue: keyValue, details };
const deployments = ['embedded', 'cluster'] as const;
const sizes = [1_000, 20_000, 120_000];
const effort = { rounds: 3, roundMs: 300, inFlight: 16 };

/**
 * Measures each port's adapters beside the bare client of their store. Arguments are numbers of memories, names of ports, and `embedded`
 * or `cluster`, in any order; what is left out is all of it. The cluster's servers are started, each when it is needed.
 */
export async function runStores(args: readonly string[]): Promise<string> {
  const known = (arg: string) =>
    Object.hasOwn(ports, arg) || deployments.some((deployment) => deployment === arg) || Number(arg) > 0;
  if (!args.every(known)) {
    throw new Error(`Usage: npm run bench -- stores [1000 …] [${Object.keys(ports).join('|')} …] [embedded|cluster]`);
  }
  const chosen = <Item>(all: readonly Item[], isChosen: (item: Item) => boolean) => {
    const some = all.filter(isChosen);
    return some.length > 0 ? some : all;
  };
  const numbers = args.map(Number).filter((number) => number > 0);
  return await measurePlan({
    ports: chosen(Object.entries(ports), ([name]) => args.includes(name)).map(([, port]) => port),
    where: chosen(deployments, (deployment) => args.includes(deployment)),
    sizes: numbers.length > 0 ? numbers : sizes,
    ...effort,
  });
}

/** Carries a plan out. Answers its tables. */
export async function measurePlan({ ports, where, sizes, ...effort }: StoresPlan): Promise<string> {
  const rows: Row[] = [];
  const fillings: Filling[] = [];
  for (const port of ports) {
    for (const deployment of where) {
      for (const memories of sizes) {
        const measured = await measurePort(port, deployment, memories, effort);
        rows.push(...measured.rows);
        fillings.push(measured.filling);
        // A large one takes minutes: a run that is ended before the others has this.
        console.error(reportOf(measured.rows, [measured.filling]));
      }
    }
  }
  return reportOf(rows, fillings);
}
