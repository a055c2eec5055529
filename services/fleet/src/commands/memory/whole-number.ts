import { UsedWrongly } from '../../refusal.ts';

/** The number that a flag gives. Throws `UsedWrongly` for anything else. */
export function wholeNumber(flag: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsedWrongly(`${flag} must be a whole number from ${min} to ${max}, got "${text}"`);
}
