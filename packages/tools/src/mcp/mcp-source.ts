import { argumentsOfSchema, type Tool, type ToolContext, type ToolOutput, type ToolSource } from '@agent-mem/agent-loop';
import { hourMs, noLongerNeeded } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { untilAborted } from '@agent-mem/runtime';
import { resolveTexts } from '@agent-mem/runtime/settings-block';
import type { OriginContext } from '../origin/origin-context.ts';
import { publishedName } from '../origin/published-name.ts';
import { isOffered, ruledTool } from '../origin/ruled-tool.ts';
import { secretMask } from '../origin/secret-mask.ts';
import type { McpSettings } from '../settings/tool-settings.ts';
import { connect, type McpConnection } from './connect.ts';
import { anyResult, type ListedTool, readTools } from './read-tools.ts';
import { resultOutput } from './result-output.ts';

/** Where programs are, and the variables by which one reaches other machines from this one: a command such as npx would fetch nothing without them. */
const reachVariables = [
  'PATH',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];
/** How long the first prompt waits for a server. */
const firstWaitMs = 10_000;
/** A server that lived so long was well: the next failure is its first. */
const wellMs = 60_000;
const waits = { minMs: 200, maxMs: 300_000 };
/** The call's own limit ends it before. */
const longestCallMs = hourMs;

/**
 * The tools of an MCP server. It is started, or called, at once, and again when it dies, after a wait that doubles; in between it has none. Throws an `Error` that names a variable which is not set.
 */
export function mcpSource(name: string, settings: McpSettings, context: OriginContext): ToolSource & AsyncDisposable {
  const { clock, environment, log } = context;
  const env = resolveTexts(`mcp.${name}.env`, settings.env, environment);
  const headers = resolveTexts(`mcp.${name}.headers`, settings.headers, environment);
  const mask = secretMask([...env.secrets, ...headers.secrets]);
  const reach = Object.fromEntries(reachVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const address = {
    settings,
    env: { ...reach, ...env.texts },
    headers: headers.texts,
    folder: context.resolve(settings.folder ?? '.'),
  };
  const { signal } = context;
  const firstTry = Promise.withResolvers<void>();
  let tools: readonly Tool[] = [];

  async function live(): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      const began = clock.now();
      const reason = await liveOnce().catch((cause: Error) => cause.message);
      tools = [];
      firstTry.resolve();
      if (signal.aborted) return;
      if (clock.now() - began >= wellMs) failures = 1;
      const waitMs = Math.round(backoffMs(failures, waits, Math.random));
      log.warn(
        { server: name, reason: mask.text(reason), wait_ms: waitMs },
        'an MCP server is away; the agent goes on without its tools',
      );
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  }

  /** Answers why it is over. */
  async function liveOnce(): Promise<string> {
    const connection = await connect(address, clock, signal);
    const end = () => void connection.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      connection.client.setNotificationHandler('notifications/tools/list_changed', () => {
        list(connection).catch(() => undefined);
      });
      await list(connection);
      firstTry.resolve();
      await connection.closed;
      return connection.refusal() ?? `It has ended. ${connection.lastWords()}`.trim();
    } finally {
      signal.removeEventListener('abort', end);
      await connection.close();
    }
  }

  async function list(connection: McpConnection): Promise<void> {
    const listing = await readTools(connection.client, signal);
    const offered = listing.tools.filter((tool) => isOffered(settings, tool.name));
    tools = offered.map((tool) => toolOf(connection, tool));
    const leftOut = listing.leftOut.slice(0, 20).map(mask.text);
    log.info({ server: name, tools: tools.length, left_out: leftOut }, 'the tools of an MCP server were read');
  }

  function toolOf(connection: McpConnection, { name: ownName, description, schema, isIdempotent }: ListedTool): Tool {
    const run = async (args: Readonly<Record<string, unknown>>, call: ToolContext): Promise<ToolOutput> => {
      const request = { method: 'tools/call', params: { name: ownName, arguments: { ...args } } };
      try {
        const options = { signal: call.signal, timeout: longestCallMs };
        return resultOutput(await connection.client.request(request, anyResult, options));
      } catch (cause) {
        call.signal.throwIfAborted();
        const refusal = connection.refusal();
        throw refusal === null ? cause : new Error(refusal);
      }
    };
    const known = { name: publishedName(name, ownName), ownName, description, schema, isIdempotent, run };
    return ruledTool({ ...known, arguments: argumentsOfSchema(schema) }, settings, name, mask);
  }

  // At once, so that the first question finds it there.
  const life = live();
  return {
    async available(asked) {
      const enough = new AbortController();
      const late = clock.sleep(firstWaitMs, enough.signal).catch(() => undefined);
      await untilAborted(Promise.race([firstTry.promise, late]), asked).finally(() => enough.abort(noLongerNeeded));
      return tools;
    },
    async [Symbol.asyncDispose]() {
      await life;
    },
  };
}
