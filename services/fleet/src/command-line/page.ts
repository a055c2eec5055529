import { PassThrough } from 'node:stream';
import { run } from './command-line.ts';

const head = `# Command line

\`agent-mem …\` from [the package](../../packages/server), \`npm start -- …\` from the repository. Made from what \`--help\` prints; \`--help --all\` also lists
[every variable](variables.md) as a flag. [Configure](../guides/configure.md) says which value wins.

Commands attach to the process that owns the data directory, or open the data themselves. The exit code is 0 when it is done, 1 when it failed, and 2 when it was
used wrongly.

`;

/** The page of all commands: what \`--help\` prints of each. */
export async function commandLinePage(): Promise<string> {
  const short = await helpOf();
  const chapters = [`\`\`\`\n${short}\n\`\`\`\n`];
  for (const name of namesIn(short)) {
    const help = await helpOf(name);
    chapters.push(`## ${name}\n\n\`\`\`\n${help}\n\`\`\`\n`);
    const [, listed = ''] = help.split('\nCommands:\n');
    for (const part of namesIn(listed)) chapters.push(`### ${name} ${part}\n\n\`\`\`\n${await helpOf(name, part)}\n\`\`\`\n`);
  }
  return head + chapters.join('\n');
}

function namesIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
}

async function helpOf(...words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  await run([...words, '--help'], {
    environment: {},
    input: new PassThrough(),
    output: new PassThrough(),
    print: (text) => void printed.push(text),
    complain: () => {},
    untilStopped: async () => {},
  });
  return printed.join('\n').replaceAll(/(?<! ) +$/gm, '');
}
