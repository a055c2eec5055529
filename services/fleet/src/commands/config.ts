import type { Command } from 'commander';
import { tableOfRows } from '../command-line/table.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { variableGroups } from '../generated/variables.ts';
import { type Layers, settingsOf } from '../settings-file/layers.ts';

/** What the variables of this process are made of. */
export interface GivenSettings extends Layers {
  /** The settings file that was read; `null`: none. */
  readonly path: string | null;
}

/** Adds `config`; `run` gives it what the variables are made of. */
export function addConfig(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (given: GivenSettings) => Promise<0>) => Promise<void>,
): void {
  program
    .command('config')
    .description('prints the value of every variable, and where it comes from; secrets are masked')
    .option('--given', 'only those that are set by a flag, the environment or the file')
    .option('--json', 'a JSON object a line')
    .addHelpText(
      'after',
      '\nA flag wins over the environment, the environment over agent-mem.yaml. It takes the flags of agent-mem --help --all.',
    )
    .action(({ given: onlyGiven, json }: { given?: true; json?: true }, command: Command) =>
      run(command, async (given) => {
        const settings = settingsOf(given, variableGroups).filter(({ from }) => !onlyGiven || from !== 'default');
        if (json) for (const setting of settings) terminal.print(JSON.stringify(setting));
        else {
          terminal.print(given.path === null ? 'No settings file' : `Settings file: ${given.path}`);
          for (const line of tableOfRows(settings.map(({ name, value, from }) => [name, value || '(empty)', from])))
            terminal.print(line);
        }
        return 0;
      }),
    );
}
