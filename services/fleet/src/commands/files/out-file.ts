import { isOfData } from '@agent-mem/runtime/data-directory';
import { UsedWrongly } from '../../refusal.ts';
import { requiredFlag } from '../flag-values.ts';

/** The file that `--out` of a command names. Throws `UsedWrongly` where it names none, and for a file of a fleet's data, which would be lost. */
export function outFile(value: string | undefined, command: string): string {
  const path = requiredFlag(value, `${command}: --out <file>`);
  if (isOfData(path)) throw new UsedWrongly(`${command}: --out ${path} is a file of the data in that folder; name another`);
  return path;
}
