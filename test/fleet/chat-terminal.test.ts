import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram } from '../live/tools.ts';
import { rest } from '../process/rest.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const found = findProgram('tmux');

/** The program in a terminal of tmux, 90 columns wide. */
async function openTerminal(directory: string) {
  const server = `agent-mem-${process.pid}`;
  const tmux = async (...args: string[]) => (await run('tmux', ['-L', server, ...args])).stdout;
  const variables = { DATA_DIR: directory, HTTP_PORT: '0', GRPC_PORT: '0', LLM_URL: '', MEMORY_DEADLINE_MS: '20000' };
  const environment = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const program = `'${process.execPath}' services/fleet/main.ts chat; echo "ended with $?"; cat`;
  await tmux('-f', '/dev/null', 'new-session', '-d', '-x', '90', '-y', '60', ...environment, '-c', root, program);
  const screen = async () => stripVTControlCharacters(await tmux('capture-pane', '-p', '-S', '-'));
  return {
    screen,
    colours: () => tmux('capture-pane', '-p', '-e'),
    type: (text: string) => tmux('send-keys', '-l', text),
    press: (key: string) => tmux('send-keys', key),
    shows: (text: string | RegExp) =>
      vi.waitFor(async () => expect(await screen()).toMatch(text), { timeout: 60_000, interval: 50 }),
    [Symbol.asyncDispose]: () => tmux('kill-server').then(() => undefined),
  };
}

/** What differs from run to run. */
function withoutChance(text: string): string {
  return text
    .replace(/\b(fact|inv|epi)_[0-9a-f-]{36}/g, '$1_…')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8700')
    .replace(/\d+ (ms|tokens)/g, 'n $1')
    .replace(/\b0\.\d\d\b/g, '0.nn')
    .replace(/ +$/gm, '')
    .trim();
}

describeLive('a terminal of tmux', 'thing' in found ? found : { ...found, isOptional: true }, () => {
  it('shows what docs/guides/chat.md shows', async () => {
    const page = await readFile(`${root}docs/guides/chat.md`, 'utf8');
    const [, shown = ''] = /^```\n(agent-mem runs here.*?)^```$/ms.exec(page) ?? [];
    const lines = [...shown.matchAll(/^> (.+)$/gm)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(4);
    await using directory = await temporaryDirectory();
    await using terminal = await openTerminal(directory.path);
    let questions = 0;
    for (const line of lines) {
      await terminal.shows(/^>\s*$(?!\n\S)/m);
      await terminal.type(line);
      await terminal.press('Enter');
      const learned = shown.slice(0, endOf(shown, line)).match(/^learned: .*$/gm) ?? [];
      for (const fact of learned) await terminal.shows(fact);
      if (line.startsWith('/')) continue;
      questions += 1;
      await vi.waitFor(async () => expect(await messages(await terminal.screen())).toBe(2 * questions), { timeout: 20_000 });
    }
    await vi.waitFor(async () => expect(withoutChance(await terminal.screen())).toBe(withoutChance(`${shown}> `)), {
      timeout: 20_000,
    });
    expect(await terminal.colours()).toContain('\x1b[2m');
    await terminal.press('C-c');
    await terminal.shows('Ctrl-C again');
    await terminal.press('C-c');
    await terminal.shows('ended with 0');
  });
});

/** How many messages of the one conversation are stored. */
async function messages(screen: string): Promise<number> {
  const [url = ''] = /http:\S+/.exec(screen) ?? [];
  const { conversations } = await rest(url, 'conversations', 'list', {});
  const conversation_id = conversations[0]?.id ?? '';
  return (await rest(url, 'conversations', 'history', { conversation_id })).messages.length;
}

/** Where what follows a typed line ends: at the next one. */
function endOf(shown: string, line: string): number {
  const next = shown.indexOf('\n> ', shown.indexOf(`> ${line}`) + 1);
  return next === -1 ? shown.length : next;
}
