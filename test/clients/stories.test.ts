import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { operationsOf } from '@agent-mem/contract';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPulsar, startPulsar } from '../live/pulsar/broker.ts';
import { findProgram, findTool } from '../live/tools.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { pulsarInit } from '../process/pulsar-init.ts';
import { verifies } from '../verifies.ts';
import type { Ask } from './stories/ask.ts';
import { compactedTaskStory } from './stories/compacted-task.ts';
import { conversationsStory } from './stories/conversations.ts';
import { learnedWeightsStory } from './stories/learned-weights.ts';

const run = promisify(execFile);
const pulsarCaller = fileURLToPath(new URL('pulsar_caller.py', import.meta.url));

describeLive('Apache Pulsar', findPulsar(), (jars) => {
  const stack = new AsyncDisposableStack();
  let fleet: FleetProcess;
  let serviceUrl: string;
  beforeAll(async () => {
    const pulsar = stack.use(await startPulsar(jars()));
    const directory = stack.use(await temporaryDirectory());
    await pulsarInit(pulsar.webSocketUrl);
    const environment = {
      BUS_URL: pulsar.webSocketUrl,
      MEMORY_DEADLINE_MS: '10000',
      SUMMARIZER_URL: await slowSummarizer(stack),
    };
    fleet = stack.use(await startFleetProcess({ directory: directory.path, environment }));
    serviceUrl = pulsar.serviceUrl;
  });
  afterAll(() => stack.disposeAsync());

  describeLive('curl', findProgram('curl'), (curl) => {
    stories(async (service, operation, request) => {
      const url = `${fleet.httpUrl}/v1/${service}/${operation.replaceAll('_', '-')}`;
      const post = ['-sS', url, '-H', 'content-type: application/json', '-d', JSON.stringify(request)];
      return answerOf(JSON.parse((await run(curl(), post)).stdout));
    });
  });

  describeLive('grpcurl', findTool('grpcurl'), (grpcurl) => {
    stories(async (service, operation, request) => {
      const [, address = ''] = /and (\S+) \(gRPC\)/.exec(fleet.output()) ?? [];
      const method = `agentmem.v1.${pascal(service)}Service/${pascal(operation)}`;
      const call = ['-plaintext', '-emit-defaults', '-d', JSON.stringify(request), address, method];
      return JSON.parse((await run(grpcurl(), call, { maxBuffer: 2 ** 24 })).stdout);
    });
  });

  describeLive("Python's pulsar-client", findTool('python/bin/python'), (python) => {
    let ask: Ask;
    beforeAll(() => {
      ask = pulsarAsk(python(), serviceUrl, stack);
    });
    stories((...asked) => ask(...asked));
  });
});

/** What is seen by one client. */
function stories(ask: Ask): void {
  it('every operation of conversations', { timeout: 120_000, ...verifies('conversation.clients') }, async () => {
    const asked = await conversationsStory(ofNewUsers(ask));
    const forClients = Object.entries(operationsOf('conversations')).filter(([, { planned, internal }]) => !planned && !internal);
    expect(asked.toSorted()).toEqual(forClients.map(([name]) => name).toSorted());
  });

  it('weights that are learned', () => learnedWeightsStory(ofNewUsers(ask)('evaluator')));

  it('a task that is compacted by a service outside, and restored', () => compactedTaskStory(ofNewUsers(ask)('author')));
}

/** As users whom nobody has heard of, by their names in one story. */
function ofNewUsers(ask: Ask): (name: string) => Ask {
  const story = randomUUID();
  return (name) => (service, operation, request) => ask(service, operation, { user: `${name}-${story}`, ...request });
}

/** A summarising service that takes everything, to send its summary later. */
async function slowSummarizer(stack: AsyncDisposableStack): Promise<string> {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(202).end()));
  stack.defer(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/summarize`;
}

function pulsarAsk(python: string, serviceUrl: string, stack: AsyncDisposableStack): Ask {
  const child = spawn(python, [pulsarCaller, serviceUrl], { stdio: ['pipe', 'pipe', 'inherit'] });
  stack.defer(() => void child.kill());
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return async (service, operation, request) => {
    child.stdin.write(`${JSON.stringify({ service, request: { [operation]: request } })}\n`);
    const line = await vi.waitUntil(() => lines.shift(), { timeout: 60_000 });
    const reply = JSON.parse(line);
    return answerOf(reply.error ? reply : reply[operation]);
  };
}

function answerOf<Answer extends { readonly error?: { readonly message: string } }>(answer: Answer): Answer {
  if (answer.error) throw new Error(answer.error.message);
  return answer;
}

function pascal(name: string): string {
  return name.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
