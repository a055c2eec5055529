import { loadavg } from 'node:os';
import { temporaryDirectory } from '@agent-mem/testing';
import { findCluster, startCluster } from '../../test/live/cluster/cluster.ts';
import { short, table } from '../markdown-table.ts';
import { needed } from '../stores/live.ts';
import { type MeasuredReplicas, measureReplicas } from './measure.ts';

const numbers = [1, 2, 4];

/** `replicas [requests]`: the CPU that a request takes of all processes together, with 1, 2 and 4 replicas of every service on a cluster. */
export async function runReplicas([count = '400', ...rest]: readonly string[]): Promise<string> {
  const requests = Number(count);
  if (rest.length > 0 || !Number.isInteger(requests) || requests < 10)
    throw new Error('Usage: npm run bench -- replicas [requests, from 10]');
  const before = loadavg()[0] ?? 0;
  await using cluster = await startCluster(needed('A cluster', findCluster()));
  await using directory = await temporaryDirectory();
  const rows: string[][] = [];
  for (const replicas of numbers)
    rows.push(...rowsOf(replicas, await measureReplicas(cluster.environment, directory.path, replicas, requests)));
  const load = [before, loadavg()[0] ?? 0].map((each) => each.toFixed(1)).join(' to ');
  const head = [
    'replicas',
    'operation',
    'requests',
    'a second',
    'CPU ms of the replicas, each request, without their rest',
    'of the gateway',
    'least and most of one replica',
    'one at rest, ms a second',
  ];
  return `load average ${load}\n\n${table(head, rows)}`;
}

function rowsOf(replicas: number, { idle, operations }: MeasuredReplicas): string[][] {
  return operations.map(({ operation, requests, seconds, replicas: each, gateway }) => {
    const sum = each.reduce((total, ms) => total + ms, 0);
    const share = (ms: number) => `${Math.round((ms / sum) * 100)} %`;
    return [
      String(replicas),
      operation,
      String(requests),
      short(requests / seconds),
      short(sum / requests),
      short(gateway / requests),
      `${share(Math.min(...each))} and ${share(Math.max(...each))}`,
      short(idle),
    ];
  });
}
