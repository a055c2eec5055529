import { referencesIn } from '@agent-mem/contract';
import { isStatusLine } from './status-line.ts';

/** Whether a text is what stands for a stored one: its first lines are a reference and a status. */
export function isExcerpt(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return isStatusLine(second) && referencesIn(first)[0]?.text === first;
}
