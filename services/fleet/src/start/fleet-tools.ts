import type { ToolOrigin } from '@agent-mem/agent';
import type { OpenTools, ToolsContext } from '@agent-mem/tools';
import { programConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import { hostsAgent } from '../services.ts';

/** The tools of the agent: those that are given, and those of TOOLS_FILE; none where it is not hosted. Throws `UsedWrongly` for a file that is wrong. */
export async function fleetTools(
  services: readonly string[],
  given: readonly ToolOrigin[],
  context: ToolsContext,
): Promise<OpenTools> {
  const { TOOLS_FILE: path } = hostsAgent(services) ? programConfig(context.environment) : { TOOLS_FILE: '' };
  if (path === '') return { origins: given, [Symbol.asyncDispose]: async () => undefined };
  // What opens tools is loaded only where there are some.
  const { openToolsOfFile } = await import('@agent-mem/tools');
  try {
    const opened = await openToolsOfFile(path, context);
    return { origins: [...given, ...opened.origins], [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
  } catch (error) {
    throw new UsedWrongly(`TOOLS_FILE ${(error as Error).message}`, { cause: error });
  }
}
