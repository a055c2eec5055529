import type { Memory, MemoryScope } from '@agent-mem/client';
import { memoryOver } from '@agent-mem/client/internal';
import { openFleet, serviceNames, startLogger } from '@agent-mem/fleet';
import { connectionTo } from './connection.ts';
import { holdProcess } from './hold-process.ts';
import type { ToolFunction } from './tool-function.ts';
import { toolsOfFunctions } from './tools-of-functions.ts';

/** Where memory is in this process, whose it is, and what else differs from the defaults. */
export interface MemoryOptions extends MemoryScope {
  /** Folder of the embedded file, made if it is missing. One process at a time can open it. Default: DATA_DIR, else `./data`. */
  readonly dataDir?: string;
  /** Variables by name, as the program reads them: LLM_URL, GRAPH_URL … Default: those of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Functions that the agent may call, beside the tools of TOOLS_FILE. */
  readonly tools?: readonly ToolFunction[];
}

/** Opens the fleet of this process. */
export async function openHere(options: MemoryOptions): Promise<Memory> {
  using _ = holdProcess();
  const given = options.environment ?? process.env;
  const environment = options.dataDir === undefined ? given : { ...given, DATA_DIR: options.dataDir };
  const fleet = await openFleet({
    services: serviceNames,
    environment,
    log: startLogger(environment, 'warn'),
    tools: toolsOfFunctions(options.tools ?? []),
    serve: { http: false, grpc: false },
  });
  return {
    ...memoryOver(connectionTo(fleet.host.caller), options),
    async [Symbol.asyncDispose]() {
      using _ = holdProcess();
      await fleet[Symbol.asyncDispose]();
    },
  };
}
