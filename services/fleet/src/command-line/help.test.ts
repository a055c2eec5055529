import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { run } from './command-line.ts';

/** What the program prints for a line that needs no data. */
async function printed(...words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const code = await run(words, {
    environment: {},
    input: new PassThrough(),
    output: new PassThrough(),
    print: (text) => void lines.push(text),
    complain: (text) => void lines.push(text),
    untilStopped: async () => {},
  });
  expect(code).toBe(0);
  return lines.join('\n');
}

it('--help names every command, on one screen of 30 lines and 80 columns', async () => {
  const help = (await printed('--help')).split('\n');
  expect(help.length).toBeLessThanOrEqual(30);
  expect(help.filter((line) => line.length > 80)).toEqual([]);
  const all = await printed('--help', '--all');
  const commands = [...all.slice(all.indexOf('\nCommands:')).matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name);
  expect(commands.length).toBeGreaterThan(15);
  const named = help.flatMap((line) => /^ {2}([a-z][a-z-]*)/.exec(line)?.[1] ?? []);
  expect(named.toSorted()).toEqual(commands.toSorted());
});

it('--help cuts no list: what a command is for stands there whole', async () => {
  const help = (await printed('--help')).split('\n');
  const said = (name: string) => help.find((line) => line.startsWith(`  ${name} `))?.slice(24);
  expect(said('show')).toBe('prints a fact, an episode or a whole conversation');
  expect(said('completion')).toBe('prints the script for completion in a shell');
});

it('--help --all has the flag of each variable, and a command its own', async () => {
  expect(await printed('--help', '--all')).toMatch(/--http-port <value> .*HTTP_PORT/s);
  expect(await printed('dead-letters', 'replay', '--help', '--all')).toMatch(/--all +all that are there now/);
});
