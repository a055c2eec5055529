import { join } from 'node:path';
import type { Tool } from '../tool.ts';
import { type Environment, type ToolSettings, toolSettings } from './tool-settings.ts';

/** Where an install puts what, for one tool. */
export interface InstalledHook {
  readonly settings: ToolSettings;
  /** The tool's settings file. */
  readonly path: string;
  /** A folder of our own, in the tool's. */
  readonly folder: string;
  readonly hook: string;
  readonly record: string;
  /** What the tool runs. */
  readonly command: string;
  isOurs(command: string): boolean;
}

/** What an install for a tool writes, and where. */
export function installedHook(tool: Tool, environment: Environment): InstalledHook {
  const settings = toolSettings[tool];
  const root = settings.folder(environment);
  const folder = join(root, 'agent-mem');
  const hook = join(folder, 'hook.mjs');
  return {
    settings,
    path: join(root, settings.file),
    folder,
    hook,
    record: join(folder, 'installed.json'),
    command: `node ${quoted(hook)} ${tool}`,
    isOurs: (command) => /[\\/]agent-mem[\\/]+hook\.mjs\b/.test(command),
  };
}

/** As shells take a path as one word; Windows' have no other quotes, and their paths no such characters. */
function quoted(path: string): string {
  return process.platform === 'win32' ? `"${path}"` : `"${path.replace(/["$`\\]/g, '\\$&')}"`;
}
