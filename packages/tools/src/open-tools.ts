import { delimiter, dirname, resolve } from 'node:path';
import type { Tool, ToolOrigin } from '@agent-mem/agent-loop';
import { noLongerNeeded } from '@agent-mem/contract';
import { openBlock } from '@agent-mem/runtime/settings-block';
import { mcpSource } from './mcp/mcp-source.ts';
import { openApiSource } from './openapi/openapi-source.ts';
import type { OriginContext } from './origin/origin-context.ts';
import { programTool } from './programs/program-tool.ts';
import { checkSettings } from './settings/check-settings.ts';
import type { ToolSettings } from './settings/tool-settings.ts';

/** What origins of tools are opened with. */
export type ToolsContext = Pick<OriginContext, 'clock' | 'environment' | 'log'>;

/** Origins of tools. Disposing them ends what they have started. */
export interface OpenTools extends AsyncDisposable {
  readonly origins: readonly ToolOrigin[];
}

/** Opens what the block `tools:` of a file names. Throws an `Error` whose message names the file and the member that is wrong. */
export async function openToolsOfFile(path: string, context: ToolsContext): Promise<OpenTools> {
  return openBlock(path, 'tools', (block) => openTools(checkSettings(block), resolve(dirname(path)), context));
}

/** Opens the origins of these settings; nothing is started before it is asked. `folder` is what paths are relative to. */
export function openTools(settings: ToolSettings, folder: string, context: ToolsContext): OpenTools {
  const stopped = new AbortController();
  const environment = { ...context.environment, PATH: pathWithOwnNode(context.environment.PATH) };
  const opened = { ...context, environment, resolve: (path: string) => resolve(folder, path), signal: stopped.signal };
  const programs: Tool[] = Object.entries(settings.programs ?? {}).map(([name, program]) => programTool(name, program, opened));
  const interfaces = Object.entries(settings.openapi ?? {}).map(([name, each]) => openApiSource(name, each, opened));
  const servers = Object.entries(settings.mcp ?? {}).map(([name, server]) => mcpSource(name, server, opened));
  return {
    origins: [...programs, ...interfaces, ...servers],
    async [Symbol.asyncDispose]() {
      stopped.abort(noLongerNeeded);
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

/** Scripts such as npx run by the Node that runs this process: a package manager may have put a shell script before it, which would not end what it starts. */
function pathWithOwnNode(path = ''): string {
  return [dirname(process.execPath), ...(path === '' ? [] : [path])].join(delimiter);
}
