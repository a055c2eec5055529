import { systemClock } from '@agent-mem/contract';
import { readOwner } from '@agent-mem/sqlite/file';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { startLogger } from '../log.ts';
import { type Finding, fail, ok, sentenceOf, warn } from './finding.ts';
import { diskFinding, nodeFinding, portFindings } from './machine.ts';
import { chatModelFinding, embedderFinding, previousEmbedderFinding, rerankerFinding, summaryModelFinding } from './models.ts';
import { serverFindings } from './servers.ts';

const longestMs = 10_000;

/**
 * Looks at all that a fleet needs with these variables, one thing after the other. Where a fleet runs on the data, its own word is taken for ports, stores and
 * broker: it has them open. It does not say which models it has: models are looked at by these variables, and the finding says so.
 */
export async function* examine(environment: Terminal['environment']): AsyncIterable<Finding> {
  const config = programConfig(environment);
  yield nodeFinding(process.versions.node);
  yield await diskFinding(config.DATA_DIR);
  const owner = await readOwner(config.DATA_DIR);
  if (owner?.address) yield* fleetFindings(owner.address, owner.pid);
  else if (owner)
    yield fail('fleet', `process ${owner.pid} owns the data and serves no HTTP`, 'stop it, or try again when it has started');
  else {
    yield* await portFindings(config);
    const given = { clock: systemClock, log: startLogger(environment, 'silent'), signal: AbortSignal.timeout(longestMs) };
    yield* serverFindings(config, given);
  }
  for (const model of [chatModelFinding, summaryModelFinding, embedderFinding, previousEmbedderFinding, rerankerFinding]) {
    const finding = await model(config, AbortSignal.timeout(longestMs));
    if (!finding) continue;
    const says = owner ? `by the variables given here, not those of process ${owner.pid}: ${finding.says}` : finding.says;
    yield { ...finding, says };
  }
}

async function* fleetFindings(url: string, pid: number): AsyncIterable<Finding> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(longestMs) });
    const { ready, reasons, degraded } = (await response.json()) as {
      readonly ready?: boolean;
      readonly reasons?: readonly string[];
      readonly degraded?: readonly string[];
    };
    if (ready) yield ok('fleet', `process ${pid} runs at ${url}: its ports and broker are ready`);
    for (const reason of reasons ?? [])
      yield fail('fleet', `process ${pid} at ${url} waits for ${reason}`, 'start that server; the fleet goes on by itself');
    for (const reason of degraded ?? [])
      yield warn(
        'fleet',
        `process ${pid} at ${url} works without ${reason}`,
        'start that server; until then what needs it is refused',
      );
  } catch (error) {
    yield fail(
      'fleet',
      `process ${pid} does not answer at ${url}: ${sentenceOf(error)}`,
      'look at its log, or stop it and start it again',
    );
  }
}
