import { setTimeout as delay } from 'node:timers/promises';
import { workspace } from './seed.ts';
import { consumersOf } from './topics.ts';

/** The flows of the workspace, as the gateway starts and stops them. */
export interface Flows {
  /** Puts a blueprint, as `tg-put-flow-blueprint` does. */
  define(name: string, blueprint: object): Promise<void>;
  /** Starts a flow by a blueprint; resolves when its processors, and the gateway, take requests for it. */
  start(flow: string, blueprint: string, parameters?: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves when its processors and the gateway take none any more. */
  stop(flow: string): Promise<void>;
  /** Resolves when this processor takes questions of the flow. */
  serves(flow: string, processorId: string): Promise<void>;
  /** How many instances of this processor take questions of the flow. */
  consumers(flow: string, processorId: string): Promise<number>;
  /** Whether flows can be started. */
  isReady(): Promise<boolean>;
}

/** How long a processor may take to see a flow, on a machine that has other things to do. */
const timeoutMs = 60_000;

/** One of TrustGraph's own that has not seen a change for so long never will. */
const stuckMs = 15_000;

/** What the flows are reached by. */
export interface FlowsOptions {
  readonly gatewayUrl: string;
  readonly adminUrl: string;
  /**
   * Starts the process of one of TrustGraph's processors anew, as an operator does: where requests are under way when their flow stops, one at times stays in that stop for
   * ever (its log ends with `Got config version`) and sees no change of a flow from then on. Nothing happens for a processor of others.
   */
  restart(processorId: string): Promise<void>;
}

export function flowsOf({ gatewayUrl, adminUrl, restart }: FlowsOptions): Flows {
  const ask = async (body: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await post<Readonly<Record<string, unknown>>>(`${gatewayUrl}/api/v1/flow`, { workspace, ...body });
    if (answer.error) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer.error)}`);
    return answer;
  };
  const blueprintOf = async (name: string) => {
    const answer = await ask({ operation: 'get-blueprint', 'blueprint-name': name });
    return JSON.parse(String(answer['blueprint-definition'])) as Blueprint;
  };
  const consumers = (flow: string, processorId: string, queue = 'request:tg:agent:{workspace}:{id}') => {
    const name = queue.split(':').slice(2).join(':').replace('{workspace}', workspace).replace('{id}', flow);
    return consumersOf(adminUrl, name, `${processorId}--${workspace}--${flow}--request`);
  };
  const servedBy = async (...of: Parameters<typeof consumers>) => (await consumers(...of)) > 0;
  const isKnown = async (flow: string) => {
    // Nobody offers a service of this name, and the gateway looks for the flow first.
    const { error } = await post<{ readonly error?: unknown }>(`${gatewayUrl}/api/v1/flow/${flow}/service/thru/nothing`, {
      workspace,
    });
    return !JSON.stringify(error).includes('Invalid flow');
  };
  const processorsOf = ({ flow: entries }: Blueprint) =>
    Object.entries(entries).map(([key, { topics }]) => ({ id: key.replace(/:.*/, ''), request: topics.request }));
  const untilProcessor = async (id: string, what: string, isSo: () => Promise<boolean>) => {
    if (await isSoWithin(stuckMs, isSo)) return;
    await restart(id);
    await until(`${id} ${what}`, isSo);
  };
  const running = new Map<string, Blueprint>();
  return {
    async define(name, blueprint) {
      await ask({ operation: 'put-blueprint', 'blueprint-name': name, 'blueprint-definition': JSON.stringify(blueprint) });
    },
    async start(flow, name, parameters = {}) {
      const blueprint = await blueprintOf(name);
      await ask({ operation: 'start-flow', 'flow-id': flow, 'blueprint-name': name, description: name, parameters });
      running.set(flow, blueprint);
      for (const { id, request } of processorsOf(blueprint)) {
        await untilProcessor(id, `takes requests of ${flow}`, () => servedBy(flow, id, request));
      }
      await until(`the gateway knows ${flow}`, () => isKnown(flow));
    },
    async stop(flow) {
      await ask({ operation: 'stop-flow', 'flow-id': flow });
      for (const { id, request } of processorsOf(running.get(flow) ?? { flow: {} })) {
        await untilProcessor(id, `takes no requests of ${flow}`, async () => !(await servedBy(flow, id, request)));
      }
      await until(`the gateway forgets ${flow}`, async () => !(await isKnown(flow)));
      running.delete(flow);
    },
    serves: (flow, processorId) => until(`${processorId} takes questions of ${flow}`, () => servedBy(flow, processorId)),
    consumers: (flow, processorId) => consumers(flow, processorId),
    async isReady() {
      try {
        await ask({ operation: 'list-flows' });
        return true;
      } catch {
        return false;
      }
    },
  };
}

interface Blueprint {
  readonly flow: Readonly<Record<string, { readonly topics: Readonly<Record<'request', string>> }>>;
}

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  if (!(await isSoWithin(timeoutMs, isSo))) throw new Error(`Waited in vain until ${what}`);
}

async function isSoWithin(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + ms; !(await isSo()); await delay(20)) if (Date.now() > end) return false;
  return true;
}
