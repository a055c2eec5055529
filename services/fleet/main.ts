import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code of an earlier start halves the time of the next. Beside the sources, where only who owns them writes.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/agent-mem-compiled', import.meta.url)));
const { run } = await import('./src/command-line/command-line.ts');
const { processTerminal } = await import('./src/command-line/process-terminal.ts');

// Whatever a library left open must not keep a program alive that is done.
process.exit(await run(process.argv.slice(2), processTerminal()));
