import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MemoryClient } from '../memory-client/memory-client.ts';
import { terminalView } from './answer-view.ts';
import { ask } from './ask.ts';
import { liveArea } from './screen/live-area.ts';
import { stylesFor } from './screen/styles.ts';
import { newSession } from './session.ts';

/** An agent that answers these frames and then writes no more. */
const frames = [
  { type: 'thought', content: 'I look it up.', end_of_message: true },
  { type: 'action', content: 'RetrieveFacts {}', end_of_message: true },
  { type: 'answer', content: '**First** block.\n\nSecond ' },
];
let hangUps = 0;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const frame of frames) response.write(`data: ${JSON.stringify(frame)}\n\n`);
  response.once('close', () => {
    hangUps += 1;
  });
});
beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => void server.close());

it('shows thoughts and tools dimmed while they run, and marks what was cut', async () => {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns: 80, rows: 24 });
  let written = '';
  output.on('data', (part) => {
    written += part;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // No memory is asked for an answer.
  const session = newSession({ url, key: null, lines: [], settled: async () => {} }, {} as MemoryClient);
  const cut = new AbortController();
  const asked = ask(session, 'Who?', terminalView(liveArea(output), stylesFor(true, {})), cut.signal);
  await vi.waitFor(() => expect(written).toContain('Second'));
  cut.abort();
  await asked;
  await vi.waitFor(() => expect(written).toContain('cut'));
  expect(written).toContain('\x1b[2mI look it up.\x1b[22m');
  expect(written).toContain('\x1b[2m⚙ RetrieveFacts {}\x1b[22m');
  expect(written).toContain('\x1b[1mFirst\x1b[22m block.');
  expect(stripVTControlCharacters(written)).toMatch(/Second ?\n— cut —\n$/);
  // The agent is asked no longer.
  await vi.waitFor(() => expect(hangUps).toBe(1));
  expect(session.receipt).toBe(null);
});
