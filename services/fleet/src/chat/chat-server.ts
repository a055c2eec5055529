import { DirectoryInUse } from '@agent-mem/sqlite/file';
import type { Terminal } from '../command-line/terminal.ts';
import { openFleet } from '../fleet.ts';
import { startLogger } from '../log.ts';
import { type Owner, ownerOfTaken, withNothingToClose } from '../owner.ts';
import { reasoningLine } from '../start/lines.ts';

/** The fleet that a chat talks to. */
export interface ChatServer extends AsyncDisposable, Owner {
  /** Where it runs and how it reasons, a line each. */
  readonly lines: readonly string[];
  /** Resolves when what was said so far is learned; of a fleet in another process at once. */
  settled(): Promise<void>;
}

/** The fleet that owns the data, else one started here. */
export async function attachOrStart(environment: Terminal['environment'], logLevel: string): Promise<ChatServer> {
  try {
    const fleet = await openFleet({ services: [], environment, log: startLogger(environment, logLevel) });
    return {
      url: fleet.adminUrl ?? '',
      key: fleet.key,
      lines: [`agent-mem runs here, on ${fleet.httpUrl}`, reasoningLine(fleet)],
      settled: () => fleet.host.settled(),
      [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
    };
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const owner = ownerOfTaken(error);
    return withNothingToClose({
      ...owner,
      lines: [`Attached to process ${error.owner?.pid} at ${owner.url}`],
      settled: async () => {},
    });
  }
}
