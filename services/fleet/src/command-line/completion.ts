import type { Command } from 'commander';

/** The first words of a line that is about completion: a person's, and the one that a shell's script asks with. */
const words = ['completion', 'complete'];

/** Whether a line is about completion. Then no other word of it is read: it is the beginning of another line. */
export function isCompletion(line: readonly string[]): boolean {
  return words.includes(line[0] ?? '');
}

/** Adds `completion`. What makes the scripts is loaded only where one is asked for. */
export async function addCompletion(program: Command, line: readonly string[]): Promise<void> {
  if (isCompletion(line)) {
    const { default: tab } = await import('@bomb.sh/tab/commander');
    tab(program, { completionCommandName: 'completion' });
  } else program.command('completion <shell>');
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('prints the script for completion in a shell: bash, zsh, fish or powershell')
    .addHelpText(
      'after',
      '\nbash: source <(agent-mem completion bash), in ~/.bashrc. zsh: the same with zsh, in ~/.zshrc after compinit. fish: agent-mem completion fish > ~/.config/fish/completions/agent-mem.fish',
    );
}
