import { expect, it, vi } from 'vitest';
import { processTerminal } from './process-terminal.ts';

it('an error that quotes a stranger cannot steer the terminal: what does not print is its code, line by line', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    processTerminal().complain('skipped \u001b[31mred\u202e.txt\nno JSON');
    expect(write.mock.calls).toEqual([['skipped \\u001b[31mred\\u202e.txt\nno JSON\n']]);
  } finally {
    write.mockRestore();
  }
});
