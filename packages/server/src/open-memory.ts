import { openFleet, serviceNames, startLogger } from '@agent-mem/fleet';
import type { MemoryServices } from './generated/memory-services.ts';
import { holdProcess } from './hold-process.ts';
import { type MemoryAdd, memoryAdd } from './memory-add.ts';
import { type MemoryContext, memoryContext } from './memory-context.ts';
import { memoryServices } from './memory-services.ts';
import type { ToolFunction } from './tool-function.ts';
import { toolsOfFunctions } from './tools-of-functions.ts';

/** Where memory is, and what else differs from the defaults. */
export interface MemoryOptions {
  /** Folder of the embedded file, made if it is missing. One process at a time can open it. Default: DATA_DIR, else `./data`. */
  readonly dataDir?: string;
  /** Variables by name, as the program reads them: LLM_URL, GRAPH_URL … Default: those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Functions that the agent may call, beside the tools of TOOLS_FILE. */
  readonly tools?: readonly ToolFunction[];
}

/** The services of memory in this process. Disposing finishes what runs, what is being learned included, and closes the file. */
export interface Memory extends MemoryServices, AsyncDisposable {
  /** Stores messages of a conversation, for memory to learn from. */
  readonly add: MemoryAdd;
  /** What memory has on a query, as one text for a prompt, with its receipt. Nothing is answered and no model is asked. */
  readonly context: MemoryContext;
}

/** Opens memory without listening on any port. Warnings and errors go to standard error; LOG_LEVEL says what more. */
export async function openMemory(options: MemoryOptions = {}): Promise<Memory> {
  const given = options.environment ?? process.env;
  const environment = options.dataDir === undefined ? given : { ...given, DATA_DIR: options.dataDir };
  const fleet = await openFleet({
    services: serviceNames,
    environment,
    log: startLogger(environment, 'warn'),
    tools: toolsOfFunctions(options.tools ?? []),
    serve: { http: false, grpc: false },
  });
  const memory = memoryServices(fleet.host.caller, fleet.hosted.services);
  return {
    ...memory,
    add: memoryAdd(memory),
    context: memoryContext(memory),
    async [Symbol.asyncDispose]() {
      using _ = holdProcess();
      await fleet[Symbol.asyncDispose]();
    },
  };
}
