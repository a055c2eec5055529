import { dataFile } from '@agent-mem/runtime/data-directory';
import { absentServices } from '../services.ts';
import type { FleetOutline } from './parts.ts';

/** What a start says: where it listens, what it hosts, how it reasons, and one request to try. */
export function startLines(fleet: FleetOutline): readonly string[] {
  const { busIsShared, config, hosted, directories, grpcUrl, httpUrl } = fleet;
  const absent = absentServices(hosted);
  const whoElse = busIsShared
    ? 'others on the bus may host them'
    : `on ${config.BUS_URL} no other process can host them, so requests to them fail with unavailable`;
  const names = [...hosted.services, ...hosted.httpPlugins].map(({ name }) => name);
  return [
    `agent-mem listens on ${httpUrl} (HTTP) and ${grpcUrl} (gRPC)`,
    `Administrators ask at ${fleet.adminUrl} (/health, /metrics, /admin/…)`,
    `Hosting ${names.join(', ')}; data ${dataIn(directories, config)}`,
    ...(absent.length > 0 ? [`Not hosted: ${absent.join(', ')}; ${whoElse}`] : []),
    reasoningLine(fleet),
    ...authLines(fleet),
    ...fleet.connections,
    example(fleet, names) ?? `Health: ${httpUrl}/health/ready`,
  ];
}

/** Where memory is stored. The servers are named by lines of their own. */
function dataIn(directories: readonly string[], { GRAPH_URL }: Pick<FleetOutline['config'], 'GRAPH_URL'>): string {
  const files = directories.map(dataFile);
  if (files.length > 0) return `in ${files.join(', ')}`;
  return GRAPH_URL.startsWith('memory:') ? 'in memory' : 'on servers';
}

/** What the user who starts it should know: a line each, on standard error. */
export function startWarnings(fleet: Pick<FleetOutline, 'auth' | 'config' | 'isBusOpen' | 'isExposed'>): readonly string[] {
  const { auth, config, isBusOpen, isExposed } = fleet;
  const openAddress = `HOST ${config.HOST}: every machine that reaches this address can read and write this memory; set HOST=127.0.0.1 to open it to this machine only`;
  const openBus =
    'AUTH=required asks nobody on the bus: whom the broker lets publish reads and writes this memory (set SCOPE_TOKEN_KEY_FILE and SCOPE_TOKEN_PUBLIC_KEYS_FILE)';
  return [...(isExposed && auth !== 'required' ? [openAddress] : []), ...(isBusOpen && auth === 'required' ? [openBus] : [])];
}

/** Whether callers must show a key. Where nobody must, nothing is said: that is how a laptop is. */
function authLines({ auth, isExposed }: Pick<FleetOutline, 'auth' | 'isExposed'>): readonly string[] {
  if (auth === 'required') return ['Callers show a key: Authorization: Bearer KEY (agent-mem keys create makes one)'];
  if (auth === 'report') return ['Callers without a key are let in and reported (AUTH=report)'];
  return isExposed ? ['Callers show no key (AUTH=off)'] : [];
}

/** Whether a language model reasons, or rules do. */
export function reasoningLine({ config }: Pick<FleetOutline, 'config'>): string {
  if (config.LLM_URL === '') return 'Reasoning by rules; set LLM_URL and LLM_MODEL to reason with a language model';
  return `Reasoning with ${config.LLM_MODEL}`;
}

/** A request that is answered: the gateway takes it, and its service is here or may be on the bus. `null`: there is none. */
function example({ auth, busIsShared, hosted, httpUrl }: FleetOutline, names: readonly string[]): string | null {
  const tried = requests.find(({ service }) => busIsShared || names.includes(service));
  if (hosted.httpPlugins.length === 0 || !tried) return null;
  const key = auth === 'required' ? ` -H 'Authorization: Bearer KEY'` : '';
  return `Try: curl ${httpUrl}${tried.path} -H 'Content-Type: application/json'${key} -d '${tried.body.replaceAll("'", "'\\''")}'`;
}

const requests = [
  { service: 'agent', path: '/v1/agent/invoke', body: '{"question":"My wife is Anne. What do you know about me?"}' },
  { service: 'facts', path: '/v1/facts/store', body: `{"content":"The user's wife is named Anne"}` },
];
