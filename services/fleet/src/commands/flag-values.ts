import { UsedWrongly } from '../refusal.ts';

/** What a flag says that a command cannot do without. Checked here and not by commander, which would ask for it before it names an unknown flag. */
export function requiredFlag(value: string | undefined, flag: string): string {
  if (value === undefined) throw new UsedWrongly(`${flag} is required`);
  return value;
}

/** The number that a flag gives. Throws `UsedWrongly` for anything else. */
export function wholeNumber(flag: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsedWrongly(`${flag} must be a whole number from ${min} to ${max}, got "${text}"`);
}
