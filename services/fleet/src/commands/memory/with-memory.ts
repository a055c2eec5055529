import { OperationError, withoutOperation } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import type { MemoryClient } from '../../memory-client/memory-client.ts';

/** Runs a command's work with its variables, and keeps its exit code. */
export type Run = (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>;

/** What every command on records takes. */
export interface RecordFlags {
  readonly workspace?: string;
  readonly user?: string;
  readonly collection?: string;
  readonly json?: true;
}

/** A command on the records of one scope. */
export function recordCommand(program: Command, words: string, description: string): Command {
  return program
    .command(words)
    .description(description)
    .option('--workspace <name>', 'of this workspace (default "default")')
    .option('--user <name>', 'of this user (default "default")')
    .option('--collection <name>', 'of this collection (default "default")')
    .option('--json', 'a JSON object a line');
}

/** Collects the values of a flag that may be given more than once. */
export function repeatable(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The scope that the flags name, as requests carry it. */
export function scopeMembers({ workspace = 'default', user = 'default', collection = 'default' }: RecordFlags) {
  return { workspace, user, collection };
}

/** Opens memory for one command: attached to the process that owns the data, else here. */
export function withMemory(
  run: Run,
  command: Command,
  work: (client: MemoryClient) => Promise<0 | 1>,
  options: { readonly mayMake?: boolean } = {},
): Promise<void> {
  return run(command, async (environment) => {
    const { openMemoryClient } = await import('../../memory-client/open.ts');
    await using client = await openMemoryClient(environment, options);
    return await work(withPlainErrors(client));
  });
}

/** Errors that begin at the field: who types a command does not know the operation. */
function withPlainErrors(client: MemoryClient): MemoryClient {
  return {
    async call(service, operation, request, options) {
      try {
        return await client.call(service, operation, request, options);
      } catch (error) {
        throw error instanceof OperationError ? withoutOperation(operation, error) : error;
      }
    },
  };
}
