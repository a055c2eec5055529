import { type Tool, tools } from '../tool.ts';
import { installedHook } from './installed-hook.ts';
import { readSettings } from './settings-file.ts';
import { oursIn } from './settings-text.ts';
import type { Environment } from './tool-settings.ts';

/** Whether a tool runs the hook. */
export interface HooksStatus {
  readonly tool: Tool;
  readonly isInstalled: boolean;
  /** The tool's settings file. */
  readonly path: string;
}

/** Of each tool, in the order of `tools`. */
export async function hooksStatus(environment: Environment): Promise<readonly HooksStatus[]> {
  return Promise.all(
    tools.map(async (tool) => {
      const { path, isOurs } = installedHook(tool, environment);
      const text = await readSettings(path);
      return { tool, path, isInstalled: text !== null && oursIn(text, isOurs).length > 0 };
    }),
  );
}
