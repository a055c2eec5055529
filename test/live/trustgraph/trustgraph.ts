import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePorts } from '../free-ports.ts';
import type { Availability } from '../live.ts';
import { findPulsar, type Pulsar, startPulsar } from '../pulsar/broker.ts';
import { type ServerProcess, serverProcess } from '../server-process.ts';
import { findTool } from '../tools.ts';
import { startAddingTool } from './adding-tool.ts';
import { type Flows, flowsOf } from './flows.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { promptId, seedOf, textCompletionId, workspace } from './seed.ts';
import { createTrustGraphTopics, isServed } from './topics.ts';

/** Where the programs are: Pulsar's jars and TrustGraph's Python. */
export interface TrustGraphPrograms {
  readonly jars: string;
  readonly python: string;
}

/** TrustGraph's real processes on a broker of their own, for one test file; the model they ask is scripted, their configuration is in a dict. */
export interface TrustGraph extends AsyncDisposable {
  readonly pulsar: Pulsar;
  readonly model: ScriptedModel;
  /** `http://127.0.0.1:port`, of its gateway. */
  readonly gatewayUrl: string;
  readonly flows: Flows;
  /** TrustGraph's own agent, `agent-manager`. */
  readonly stockAgent: ServerProcess;
  /** Runs a program of its command line, as `tg-invoke-agent`. Throws when it ends with another code than 0. */
  run(program: string, ...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

/** What `install-tools.sh` installs of it. */
export function findTrustGraph(): Availability<TrustGraphPrograms> {
  const jars = findPulsar();
  const python = findTool('trustgraph/bin/python');
  if ('missing' in jars) return jars;
  if ('missing' in python) return python;
  return { thing: { jars: jars.thing, python: python.thing } };
}

/** Starts all of it; resolves when its gateway starts flows. No flow runs. */
export async function startTrustGraph({ jars, python }: TrustGraphPrograms): Promise<TrustGraph> {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'agent-mem-trustgraph-'));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  const model = stack.use(await startScriptedModel());
  const addingTool = stack.use(await startAddingTool());
  const [gatewayPort = 0] = await freePorts(1);
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
  const seed = { __workspaces__: { workspace: { [workspace]: { enabled: true } } }, [workspace]: seedOf(addingTool.url) };
  await writeFile(join(home, 'seed.json'), JSON.stringify(seed));
  const pulsar = stack.use(await startPulsar(jars));
  await createTrustGraphTopics(pulsar.adminUrl);
  await writeFile(join(home, 'platform.json'), JSON.stringify(groupOf(platform, pulsar)));
  await writeFile(join(home, 'flow-services.json'), JSON.stringify(groupOf(flowServices, pulsar)));

  let logs = 0;
  const start = async (name: string, args: readonly string[], isReady: (log: string) => Promise<boolean>) => {
    const log = join(home, `${name}-${logs++}.log`);
    const server = serverProcess({
      program: python,
      args: [launcher, name, '--no-metrics', '--no-loki-enabled', ...args],
      log,
      environment: { ...environment, CONFIG_SEED: join(home, 'seed.json') },
      isReady: () => isReady(log),
    });
    stack.defer(() => server.end('SIGKILL'));
    await server.start();
    return server;
  };
  const onPulsar = ['--pulsar-host', pulsar.serviceUrl];
  const processor = [...onPulsar, '--pulsar-admin-url', pulsar.adminUrl, '--concurrency', String(workers)];
  const serves = (...names: readonly string[]) => {
    return async () => (await Promise.all(names.map((name) => isServed(pulsar.adminUrl, name)))).every((each) => each);
  };

  // A request to a topic that nobody consumes is lost, so those that are asked at a start come first.
  await start('config-svc', processor, serves('config', `config:${workspace}`));
  const [stockAgent, textCompletion, inFlows] = await Promise.all([
    start('agent-manager-react', [...processor, '--id', 'agent-manager'], hasConfiguration),
    start(
      'text-completion-openai',
      [...processor, '--id', textCompletionId, '-u', model.url, '-k', 'none', '-m', 'scripted'],
      hasConfiguration,
    ),
    start('processor-group', ['-c', join(home, 'flow-services.json')], hasConfiguration),
    start(
      'processor-group',
      ['-c', join(home, 'platform.json')],
      serves('iam', `flow:${workspace}`, `librarian:${workspace}`, 'joke'),
    ),
  ]);
  const processOf: Readonly<Record<string, ServerProcess>> = {
    'agent-manager': stockAgent,
    [textCompletionId]: textCompletion,
    [promptId]: inFlows,
    'mcp-tool': inFlows,
  };
  const flows = flowsOf({
    gatewayUrl,
    adminUrl: pulsar.adminUrl,
    async restart(processorId) {
      await processOf[processorId]?.end('SIGKILL');
      await processOf[processorId]?.start();
    },
  });
  await start('api-gateway', [...onPulsar, '--port', String(gatewayPort)], () => flows.isReady());
  const running = stack.move();
  return {
    pulsar,
    model,
    gatewayUrl,
    flows,
    stockAgent,
    async run(program, ...args) {
      const options = { env: { ...process.env, ...environment, TRUSTGRAPH_URL: `${gatewayUrl}/` } };
      return await promisify(execFile)(join(dirname(python), program), args, options);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const launcher = fileURLToPath(new URL('launch.py', import.meta.url));

/** Of each processor. A request whose flow stops can hold one for ten minutes, and when all are held the processor sees no more of its configuration. */
const workers = 256;

/** Where this machine reaches others through a proxy, it does not reach itself so. */
const environment = { PYTHONPATH: dirname(launcher), no_proxy: '*', NO_PROXY: '*' };

/** What the gateway and the flows ask, whatever flow runs. */
const platform = {
  'no-auth-svc': 'trustgraph.iam.noauth.Processor',
  'flow-svc': 'trustgraph.flow.service.Processor',
  'joke-service': 'trustgraph.tool_service.joke.service.Processor',
  librarian: 'librarian.Processor',
};

/** What a flow can hold for ever as it stops. It is started anew without the platform: the gateway refuses everybody while nobody answers who they are. */
const flowServices = { [promptId]: 'trustgraph.prompt.template.Processor', 'mcp-tool': 'trustgraph.agent.mcp_tool.Service' };

/** Services that never wait for the model by standing still, in one process: a start less for each. */
function groupOf(classes: Readonly<Record<string, string>>, { serviceUrl, adminUrl }: Pulsar): object {
  const shared = { pulsar_host: serviceUrl, pulsar_admin_url: adminUrl, topic: 'joke', concurrency: workers };
  return { processors: Object.entries(classes).map(([id, class_]) => ({ class: class_, params: { id, ...shared } })) };
}

async function hasConfiguration(log: string): Promise<boolean> {
  return (await readFile(log, 'utf8')).includes('Applied startup config');
}
