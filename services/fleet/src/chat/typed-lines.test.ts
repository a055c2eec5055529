import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, vi } from 'vitest';
import { typedLines } from './typed-lines.ts';

function opened(history: readonly string[] = []) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns: 40, rows: 24 });
  const interrupted = vi.fn();
  const lines = typedLines({ input, output, prompt: '> ', history, interrupted });
  const reader = lines[Symbol.asyncIterator]();
  const type = async (text: string) => {
    input.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { interrupted, lines, reader, type, shown: () => stripVTControlCharacters(output.read() ?? '') };
}

it('prints above the line that is being typed, which goes on', async () => {
  const { lines, reader, shown, type } = opened();
  lines.prompt();
  await type('Who is');
  shown();
  lines.printAbove('learned: something');
  expect(shown()).toBe('\rlearned: something\n> Who is');
  await type(' she?\r');
  expect(await reader.next()).toEqual({ value: 'Who is she?', done: false });
});

it('shows what is typed ahead with the next prompt', async () => {
  const { lines, reader, shown, type } = opened();
  lines.hide();
  await type('whole\rhalf');
  expect(shown()).toBe('');
  await reader.next();
  expect(shown()).toBe('> whole\n');
  lines.prompt();
  expect(shown()).toContain('> half');
});

it('empties the line by Ctrl-C, and leaves by two on an empty one', async () => {
  const { interrupted, lines, reader, type } = opened();
  lines.prompt();
  await type('secret thought\x03');
  await type('kept\r');
  expect((await reader.next()).value).toBe('kept');
  lines.prompt();
  await type('\x03');
  await type('\x03');
  expect(await reader.next()).toEqual({ value: undefined, done: true });
  expect(interrupted).not.toHaveBeenCalled();
});

it('interrupts what has the screen by Ctrl-C', async () => {
  const { interrupted, lines, type } = opened();
  lines.hide();
  await type('\x03');
  expect(interrupted).toHaveBeenCalledOnce();
});

it('goes back to the lines of earlier sessions', async () => {
  const { lines, reader, type } = opened(['newest', 'oldest']);
  lines.prompt();
  await type('\x1b[A\x1b[A\r');
  expect((await reader.next()).value).toBe('oldest');
});
