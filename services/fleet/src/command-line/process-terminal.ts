import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';
import { untilStopped } from './until-stopped.ts';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    // Whoever reads no further, as in `… | head`, does not stop the work.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    print: (line) => void process.stdout.write(`${line}\n`),
    // An error may name a file or quote what a caller wrote.
    complain: (lines) => void process.stderr.write(`${lines.split('\n').map(printable).join('\n')}\n`),
    untilStopped,
  };
}
