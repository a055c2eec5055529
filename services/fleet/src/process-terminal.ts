import type { Terminal } from './terminal.ts';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    untilStopped: () =>
      new Promise((resolve) => {
        let stopping = false;
        process.once('SIGTERM', () => {
          stopping = true;
          resolve();
        });
        process.on('SIGINT', () => {
          if (stopping) process.exit(1);
          stopping = true;
          resolve();
        });
      }),
  };
}
