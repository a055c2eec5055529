import { OperationError } from '@agent-mem/contract';
import { objectAt } from '../field.ts';
import {
  type ConfigRequest,
  type ConfigResponse,
  type ConfigValue,
  configRequestMessage,
  configResponseMessage,
} from '../messages/config.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';
import type { FetchedPart, Part, Snapshot } from './config-state.ts';

/** The only workspace where there are none yet, before 2.4. */
const soleWorkspace = 'default';

/** Where configuration is read. */
export interface ConfigSource extends AsyncDisposable {
  /** Everything of these types, in every workspace, whatever the version of the service. */
  fetchAll(types: readonly string[], options?: AskOptions): Promise<Snapshot>;
  /** These parts, those with nothing in them too. */
  fetchParts(parts: readonly Part[], options?: AskOptions): Promise<readonly FetchedPart[]>;
}

/** Opens TrustGraph's config service as a source. Its silence is 60 s long by default. */
export async function openConfigSource(environment: Environment, queues: Queues, processorId: string): Promise<ConfigSource> {
  const requester = await Requester.open(environment, queues, {
    service: 'config',
    request: configRequestMessage,
    response: configResponseMessage,
    idleMs: 60_000,
  });
  const ask = (request: Partial<ConfigRequest>, options?: AskOptions) => requester.ask(request, options);
  const fetchPart = async ({ type, workspace }: Part, options?: AskOptions) => {
    const { version, values } = await ask({ operation: 'getvalues', workspace, type }, options);
    return { version, part: { type, workspace, entries: entriesFrom(values) } };
  };

  /** From 2.7.13 the keys of all workspaces can be asked for, from 2.4 their values, before that only everything. */
  async function present(type: string, options?: AskOptions): Promise<ConfigResponse> {
    try {
      return await ask({ operation: 'getkeys-all-ws', type }, options);
    } catch (error) {
      if (!isUnknownOperation(error)) throw error;
      return await ask({ operation: 'getvalues-all-ws', type }, options);
    }
  }
  async function fetchByWorkspace(types: readonly string[], options?: AskOptions): Promise<Snapshot> {
    const keys = await Promise.all(types.map(async (type) => ({ type, ...(await present(type, options)) })));
    const parts = keys.flatMap(({ type, values }) => {
      return [...new Set(values.map(({ workspace }) => workspace))].map((workspace) => ({ type, workspace }));
    });
    const served = parts.filter(({ workspace }) => !workspace.startsWith('_'));
    const fetched = await Promise.all(served.map((part) => fetchPart(part, options)));
    const workspaces = await fetchPart({ type: 'workspace', workspace: '__workspaces__' }, options);
    return {
      version: Math.min(...keys.map(({ version }) => version), ...fetched.map(({ version }) => version), workspaces.version),
      workspaces: Object.keys(workspaces.part.entries),
      parts: fetched.map(({ part }) => part),
    };
  }
  async function fetchWhole(types: readonly string[], options?: AskOptions): Promise<Snapshot> {
    const { version, config } = await ask({ operation: 'config' }, options);
    const all: typeof config = { ...config, ...activeFlows(config, processorId) };
    const parts = types
      .filter((type) => Object.keys(all[type] ?? {}).length > 0)
      .map((type) => ({ type, workspace: soleWorkspace, entries: all[type] ?? {} }));
    return { version, workspaces: [soleWorkspace], parts };
  }

  return {
    async fetchAll(types, options) {
      try {
        return await fetchByWorkspace(types, options);
      } catch (error) {
        if (!isUnknownOperation(error)) throw error;
        return await fetchWhole(types, options);
      }
    },
    async fetchParts(parts, options) {
      return (await Promise.all(parts.map((part) => fetchPart(part, options)))).map(({ part }) => part);
    },
    [Symbol.asyncDispose]: () => requester[Symbol.asyncDispose](),
  };
}

function entriesFrom(values: readonly ConfigValue[]): Record<string, string> {
  return Object.fromEntries(values.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])));
}

function isUnknownOperation(error: unknown): boolean {
  return error instanceof OperationError && error.type === 'unimplemented';
}

/** Before 2.3.13 a processor's flows were one value, `active-flow`/`<processor>`: here as the entries of its own type. */
function activeFlows(
  config: Readonly<Record<string, Readonly<Record<string, string>>>>,
  processorId: string,
): Record<string, Record<string, string>> {
  const value = config['active-flow']?.[processorId];
  if (value === undefined) return {};
  try {
    const flows = objectAt(JSON.parse(value), 'active-flow');
    return {
      [`processor:${processorId}`]: Object.fromEntries(
        Object.entries(flows).map(([flow, entry]) => [flow, JSON.stringify(entry)]),
      ),
    };
  } catch (cause) {
    throw new OperationError('invalid-argument', `active-flow ${processorId}: must be the JSON text of an object`, { cause });
  }
}
