import { run } from './src/command-line.ts';
import { processTerminal } from './src/process-terminal.ts';

// Whatever a library left open must not keep a program alive that is done.
process.exit(await run(process.argv.slice(2), processTerminal()));
