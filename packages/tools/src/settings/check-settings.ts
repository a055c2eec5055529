import { checkedBlock } from '@agent-mem/runtime/settings-block';
import { checkSecrets } from './check-secrets.ts';
import { settingsSchema } from './settings-schema.ts';
import type { ToolSettings } from './tool-settings.ts';

/** The block `tools:` of a settings file. Throws an `Error` whose message names the member, and the nearest known one where it is not known. */
export function checkSettings(value: unknown): ToolSettings {
  if (value === null || value === undefined) return {};
  const settings = checkedBlock<ToolSettings>(value, settingsSchema);
  for (const [origin, { args = [] }] of Object.entries(settings.programs ?? {})) checkArguments(`programs.${origin}`, args);
  checkSecrets(settings);
  return settings;
}

function checkArguments(path: string, args: readonly (string | { readonly name: string; readonly pattern?: string })[]): void {
  const names = new Set<string>();
  for (const argument of args) {
    if (typeof argument === 'string') continue;
    const { name, pattern } = argument;
    if (names.has(name)) throw new Error(`${path}.args: ${name} is given twice`);
    names.add(name);
    try {
      if (pattern !== undefined) new RegExp(pattern, 'u');
    } catch (cause) {
      throw new Error(`${path}.args.${name}.pattern: ${(cause as Error).message}`, { cause });
    }
  }
}
