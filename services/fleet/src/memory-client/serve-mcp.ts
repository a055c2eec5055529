import { OperationError } from '@agent-mem/contract';
import { gateway } from '@agent-mem/gateway';
import { type Memory, memoryServer, serveLines } from '@agent-mem/mcp';
import { chosenTools, type McpTool } from '@agent-mem/mcp/tools';
import { readConfig } from '@agent-mem/runtime';
import type { Terminal } from '../command-line/terminal.ts';
import type { ScopeFlags } from '../commands/scope-flags.ts';
import { programConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import { lastingClient } from './lasting.ts';

/** Serves one client until it closes its end. Standard output has the protocol and nothing else. */
export async function serveMcp(environment: Terminal['environment'], flags: ScopeFlags, terminal: Terminal): Promise<0> {
  // Asked for first: a signal that comes before somebody listens ends the process at once.
  const stopped = terminal.untilStopped();
  const { MCP_WORKSPACE, MCP_USER, MCP_COLLECTION } = programConfig(environment);
  const { workspace = MCP_WORKSPACE, user = MCP_USER, collection = MCP_COLLECTION } = flags;
  const listed = listedTools(environment);
  await using client = await lastingClient(environment);
  const memory: Memory = { caller: client, scope: { workspace, user, collection }, options: {} };
  const failed = ({ message, cause }: OperationError) => terminal.complain(`agent-mem: ${message}: ${String(cause)}`);
  await using served = serveLines(terminal, () => memoryServer({ memory, listed, failed }));
  await Promise.race([served.ended, stopped]);
  return 0;
}

/** Throws `UsedWrongly` for a name in MCP_TOOLS that is none. */
function listedTools(environment: Terminal['environment']): readonly McpTool[] {
  try {
    return chosenTools(readConfig(gateway.variables, environment).MCP_TOOLS, 'MCP_TOOLS');
  } catch (error) {
    throw error instanceof OperationError ? new UsedWrongly(error.message) : error;
  }
}
