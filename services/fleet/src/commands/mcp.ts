import { OperationError } from '@agent-mem/contract';
import type { Memory } from '@agent-mem/mcp';
import { chosenTools, type McpTool } from '@agent-mem/mcp/tools';
import { readConfig } from '@agent-mem/runtime';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';

interface McpFlags {
  readonly workspace?: string;
  readonly user?: string;
  readonly collection?: string;
}

/** Adds `mcp`; `run` keeps its exit code. */
export function addMcp(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  program
    .command('mcp')
    .description('an MCP server on standard input and output: attaches to the fleet that owns the data, or starts one')
    .option('--workspace <name>', 'of this workspace (default MCP_WORKSPACE)')
    .option('--user <name>', 'of this user (default MCP_USER)')
    .option('--collection <name>', 'of this collection (default MCP_COLLECTION)')
    .addHelpText('after', '\nIt takes the flags of agent-mem --help --all, among them --mcp-tools.')
    .action((flags: McpFlags, command: Command) => run(command, (environment) => serveMcp(environment, flags, terminal)));
}

/** Serves one client until it closes its end. Standard output has the protocol and nothing else. */
async function serveMcp(environment: Terminal['environment'], flags: McpFlags, terminal: Terminal): Promise<0> {
  // Asked for first: a signal that comes before somebody listens ends the process at once.
  const stopped = terminal.untilStopped();
  const { MCP_WORKSPACE, MCP_USER, MCP_COLLECTION } = programConfig(environment);
  const { workspace = MCP_WORKSPACE, user = MCP_USER, collection = MCP_COLLECTION } = flags;
  const listed = await listedTools(environment);
  const [{ memoryServer, serveLines }, { lastingClient }] = await Promise.all([
    import('@agent-mem/mcp'),
    import('../memory-client/lasting.ts'),
  ]);
  await using client = await lastingClient(environment);
  const memory: Memory = { caller: client, scope: { workspace, user, collection }, options: {} };
  const failed = ({ message, cause }: OperationError) => terminal.complain(`agent-mem: ${message}: ${String(cause)}`);
  await using served = serveLines(terminal, () => memoryServer({ memory, listed, failed }));
  await Promise.race([served.ended, stopped]);
  return 0;
}

/** Throws `UsedWrongly` for a name in MCP_TOOLS that is none. */
async function listedTools(environment: Terminal['environment']): Promise<readonly McpTool[]> {
  const { gateway } = await import('@agent-mem/gateway');
  try {
    return chosenTools(readConfig(gateway.variables, environment).MCP_TOOLS, 'MCP_TOOLS');
  } catch (error) {
    throw error instanceof OperationError ? new UsedWrongly(error.message) : error;
  }
}
