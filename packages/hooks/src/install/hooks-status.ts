import { type Tool, tools } from '../tool.ts';
import { installedHook } from './installed-hook.ts';
import { readSettings } from './settings-file.ts';
import { oursIn } from './settings-text.ts';
import type { Environment } from './tool-settings.ts';

/** Whether a tool runs the hook. */
export interface HooksStatus {
  readonly tool: Tool;
  readonly isInstalled: boolean;
  /** What the user has to change in the settings file so that the tool runs the installed hook; `null`: nothing. */
  readonly neededChange: string | null;
  /** The tool's settings file. */
  readonly path: string;
}

/** Of each tool, in the order of `tools`. */
export async function hooksStatus(environment: Environment): Promise<readonly HooksStatus[]> {
  return Promise.all(
    tools.map(async (tool) => {
      const { settings, path, isOurs } = installedHook(tool, environment);
      const text = await readSettings(path);
      if (text === null || oursIn(text, isOurs).length === 0) return { tool, path, isInstalled: false, neededChange: null };
      return { tool, path, isInstalled: true, neededChange: settings.neededChange(text) };
    }),
  );
}
