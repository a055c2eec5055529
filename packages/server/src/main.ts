import { run } from '@agent-mem/fleet/command-line';
import { processTerminal } from '@agent-mem/fleet/process-terminal';

// The program of the package: its launcher has looked at Node's version and switched the compile cache on.
process.exit(await run(process.argv.slice(2), processTerminal()));
