import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import type { Finding } from '../doctor/finding.ts';

/** Adds `doctor`; `run` keeps its exit code. */
export function addDoctor(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  program
    .command('doctor')
    .description('checks Node, disk, ports, stores, broker and models, and says what to do about each; exit code 1 if one fails')
    .option('--json', 'a JSON object a line')
    .addHelpText(
      'after',
      '\nIt changes nothing. It asks a fleet that runs whether it is ready, and looks at models by the variables of its own terminal. It takes the flags of agent-mem --help --all.',
    )
    .action(({ json }: { json?: true }, command: Command) =>
      run(command, async (environment) => {
        const { examine } = await import('../doctor/examine.ts');
        let failed = 0;
        for await (const finding of examine(environment)) {
          if (finding.state === 'fail') failed += 1;
          for (const line of json ? [JSON.stringify(finding)] : linesOf(finding, terminal)) terminal.print(line);
        }
        return failed === 0 ? 0 : 1;
      }),
    );
}

const colours = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

function linesOf({ what, state, says, remedy }: Finding, { output }: Terminal): readonly string[] {
  const line = `${styleText(colours[state], state.padEnd(4), { stream: output })}  ${what.padEnd(15)}  ${says}`;
  return remedy === '' ? [line] : [line, `${' '.repeat(23)}to do: ${remedy}`];
}
