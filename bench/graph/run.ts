import { loadavg } from 'node:os';
import { scope } from '../stores/memories.ts';
import type { OpenedGraph } from './floor.ts';
import { type MadeGraph, madeGraph } from './made-graph.ts';
import { measureGraph, type Row } from './measure.ts';
import { neo4jGraph } from './neo4j.ts';
import { reportOf } from './report.ts';
import { embeddedGraph } from './sqlite.ts';

/** How much of everything. */
export interface GraphPlan {
  readonly where: readonly Deployment[];
  readonly nodes: number;
  readonly edges: number;
  readonly questions: number;
}

const stores = { embedded: embeddedGraph, cluster: neo4jGraph };
type Deployment = keyof typeof stores;
const isDeployment = (arg: string): arg is Deployment => Object.hasOwn(stores, arg);

/** Measures traversals of 20,000 nodes and 100,000 edges beside bare statements. Arguments are `embedded` or `cluster`; none: both. */
export async function runGraph(args: readonly string[]): Promise<string> {
  const where = args.filter(isDeployment);
  if (where.length < args.length) throw new Error('Usage: npm run bench -- graph [embedded|cluster]');
  const both = ['embedded', 'cluster'] as const;
  return await measurePlan({ where: where.length > 0 ? where : both, nodes: 20_000, edges: 100_000, questions: 300 });
}

/** Carries a plan out. Answers its table, under the load of the machine before it and after. */
export async function measurePlan({ where, nodes, edges, questions }: GraphPlan): Promise<string> {
  const before = loadavg()[0] ?? 0;
  const made = madeGraph(nodes, edges);
  const rows: Row[] = [];
  for (const deployment of where) {
    await using opened = await stores[deployment]();
    await fill(opened, made);
    const measured = await measureGraph(opened, made, questions);
    rows.push(...measured);
    // The cluster takes minutes: a run that is ended before it has printed this.
    console.error(reportOf(measured));
  }
  const load = [before, loadavg()[0] ?? 0].map((each) => each.toFixed(1)).join(' to ');
  const size = `${nodes.toLocaleString('en')} nodes, ${edges.toLocaleString('en')} edges`;
  return `${size}, load average ${load}\n\n${reportOf(rows)}`;
}

async function fill({ graph }: OpenedGraph, made: MadeGraph): Promise<void> {
  // A scope exists from its first commit on.
  await graph.commit(scope, {});
  for (const piece of made.pieces()) await graph.load(scope, piece);
}
