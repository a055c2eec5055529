/** One program that a command line runs, without what only surrounds it. */
export interface RunProgram {
  /** Its name, without its folder and its version. */
  readonly program: string;
  readonly words: readonly string[];
}

/** Words before a program that run it and are not it. */
const wrappers = new Set(['sudo', 'time', 'env', 'nohup', 'command', 'exec', 'npx', 'doas']);
const assignment = /^[A-Za-z_]\w*=/;

/** The programs that a command line runs, in order, without `cd`. */
export function programsOf(command: string): readonly RunProgram[] {
  return command
    .split(/&&|\|\||[;|\n]/)
    .map(wordsOf)
    .map((words) => words.slice(words.findIndex((word) => !wrappers.has(word) && !assignment.test(word))))
    .flatMap(([program, ...words]) =>
      program === undefined || program === 'cd' ? [] : [{ program: programName(program), words }],
    );
}

function wordsOf(text: string): readonly string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
}

function programName(word: string): string {
  const name = word.split('/').at(-1) ?? word;
  return name.replace(/(?<=[a-z])\d+(?:\.\d+)*$/, '');
}

/** The command line that a step ran, where its tool is one that runs any: its argument says so by its name. */
export function commandOf(args: Readonly<Record<string, unknown>>, action: string): string | null {
  const given = args.command ?? args.cmd ?? args.script;
  if (typeof given === 'string') return given;
  const words = Array.isArray(given) ? given : args.args;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return null;
  return Array.isArray(given) ? words.join(' ') : [action, ...words].join(' ');
}
