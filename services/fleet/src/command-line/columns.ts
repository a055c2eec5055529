import type { Terminal } from './terminal.ts';

/** How many characters a line of the output has; 80 where it is no terminal. */
export function columnsOf(output: Terminal['output']): number {
  return ('columns' in output && Number(output.columns)) || 80;
}
