import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, vi } from 'vitest';
import type { Terminal } from '../command-line/terminal.ts';
import { chat } from './chat.ts';

const environment = Object.fromEntries([
  ...['BUS_URL', 'GRAPH_URL', 'SEARCH_URL', 'KEYVALUE_URL', 'DETAILS_URL'].map((name) => [name, 'memory:']),
  ...['HTTP_PORT', 'GRPC_PORT'].map((name) => [name, '0']),
]);
const controlC = '\x03';
const controlD = '\x04';

/** A chat on streams, of which `isTTY` says whether they are a terminal. */
function started(isTTY: boolean, own: Record<string, string> = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 24 });
  let written = '';
  output.on('data', (part) => {
    written += part;
  });
  const print = (line: string) => void output.write(`${line}\n`);
  const all = { ...environment, ...own };
  const terminal: Terminal = {
    environment: all,
    input,
    output,
    print,
    complain: print,
    untilStopped: () => new Promise<void>(() => {}),
  };
  const ended = chat(all, terminal);
  const says = (text: string | RegExp) =>
    vi.waitFor(() => expect(stripVTControlCharacters(written)).toMatch(text), { timeout: 20_000 });
  return { input, ended, says, written: () => written };
}

it('answers what was typed before the end of input, and ends with 0', async () => {
  const { input, ended, written } = started(true);
  input.write(`My wife is Anne\rWho is my wife?\r${controlD}`);
  expect(await ended).toBe(0);
  expect(written()).toContain('I will remember: ');
  expect(written()).toContain('Anne');
});

it('shows on a terminal what an answer rests on, what was learned, and why', async () => {
  const { input, ended, says, written } = started(true);
  input.write('My wife is Anne\r');
  await says('learned: The user');
  input.write('Who is my wife?\r');
  await says(/1 fact, .*\d+ tokens, \d+ ms/);
  input.write('/why\r');
  await says(/1\. The user's wife is named Anne\s+[01]\.\d\d\s+fact_/);
  input.write('/forget 1\r');
  await says("Forgotten: The user's wife is named Anne");
  input.write('/facts\r');
  await says('No facts.');
  input.write(`${controlC}`);
  await says('Ctrl-C again');
  input.write(controlC);
  expect(await ended).toBe(0);
  expect(written()).toContain('\x1b[2m');
});

it('has no colour where NO_COLOR is set', async () => {
  const { input, ended, written } = started(true, { NO_COLOR: '1' });
  input.write(`**Hello**\r/help\r${controlD}`);
  await ended;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
  expect(written()).not.toMatch(/\x1b\[[\d;]*m/);
});

it('knows at each line of a file what the lines before it said', async () => {
  const { input, ended, written } = started(false);
  const said = ['My wife is Anne and she plays the cello', 'I moved from Lyon to Porto in March'];
  input.end([...said, '/new', 'What does my wife play?', 'Where do I live?'].join('\n'));
  expect(await ended).toBe(0);
  expect(written().trim().split('\n').slice(-2)).toEqual([
    'Your wife plays the cello.',
    'You moved from Lyon to Porto in March.',
  ]);
});

it('is a line in and an answer out where no terminal is', async () => {
  const { input, ended, written } = started(false);
  input.end('My wife is Anne\n/new\n/nwe\nWho is my wife?\n/quit\nnever read\n');
  expect(await ended).toBe(0);
  expect(written()).toBe(stripVTControlCharacters(written()));
  const lines = written().split('\n').slice(2);
  expect(lines).toEqual([
    expect.stringContaining('I will remember: '),
    'A new conversation.',
    '/nwe is not known; did you mean /new?',
    expect.stringContaining('Anne'),
    '',
  ]);
});
