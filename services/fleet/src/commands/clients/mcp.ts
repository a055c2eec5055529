import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import type { ScopeFlags } from '../scope-flags.ts';

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
    .action((flags: ScopeFlags, command: Command) =>
      run(command, async (environment) => {
        const { serveMcp } = await import('../../memory-client/serve-mcp.ts');
        return serveMcp(environment, flags, terminal);
      }),
    );
}
