/** Runs the command line with the words given, and writes the URL of each module that was loaded as a line on standard error. */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    process.stderr.write(`${url}\n`);
    return nextLoad(url, context);
  },
});
const { run } = await import('../src/command-line/command-line.ts');
const { processTerminal } = await import('../src/command-line/process-terminal.ts');
process.exitCode = await run(process.argv.slice(2), processTerminal());
