import { UsedWrongly } from '../refusal.ts';

/** What a flag says that a command cannot do without. Checked here and not by commander, which would ask for it before it names an unknown flag. */
export function requiredFlag(value: string | undefined, flag: string): string {
  if (value === undefined) throw new UsedWrongly(`${flag} is required`);
  return value;
}
