import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Terminal } from '../command-line/terminal.ts';
import { chat } from './chat.ts';

const environment = Object.fromEntries([
  ...['BUS_URL', 'GRAPH_URL', 'SEARCH_URL', 'KEYVALUE_URL', 'DETAILS_URL'].map((name) => [name, 'memory:']),
  ...['HTTP_PORT', 'GRPC_PORT'].map((name) => [name, '0']),
]);

it('answers what was typed before the end of input, and ends with 0', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let written = '';
  output.on('data', (part) => {
    written += part;
  });
  const print = (line: string) => void output.write(`${line}\n`);
  const terminal = { environment, input, output, print, complain: print, untilStopped: () => new Promise<void>(() => {}) };
  const controlD = '\x04';
  input.write(`My wife is Anne\rWho is my wife?\r${controlD}`);
  expect(await chat(environment, terminal as unknown as Terminal)).toBe(0);
  expect(written).toContain('I will remember: ');
  expect(written).toContain('Your wife is named Anne.');
});
