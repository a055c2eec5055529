import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { run } from '../command-line/command-line.ts';
import type { Terminal } from '../command-line/terminal.ts';

async function ran(...words: readonly string[]) {
  const printed: string[] = [];
  const complained: string[] = [];
  const terminal: Terminal = {
    environment: {},
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
    untilStopped: () => new Promise(() => {}),
  };
  return { code: await run(words, terminal), printed, complained };
}

describe('init', () => {
  it('is used wrongly on a bus that is no Pulsar', async () => {
    const { code, complained } = await ran('init', '--bus-url', 'sqlite:');
    expect(code).toBe(2);
    expect(complained).toEqual([
      'agent-mem: init prepares a Pulsar broker: set BUS_URL to its ws:// or pulsar:// URL, or PULSAR_ADMIN_URL to its http:// one',
    ]);
  });

  it.each([
    ['--pulsar-admin-url', 'broker:8080', 'agent-mem: PULSAR_ADMIN_URL must start with http:// or https://'],
    ['--schemas', 'maybe', 'agent-mem: SCHEMAS must be one of register, verify, off, got "maybe"'],
  ])('is used wrongly with %s %s', async (flag, value, complaint) => {
    expect(await ran('init', flag, value)).toEqual({ code: 2, printed: [], complained: [complaint] });
  });

  it('fails with one sentence where nobody answers', async () => {
    const { code, complained } = await ran('init', '--bus-url', 'ws://127.0.0.1:1', '--dry-run');
    expect(code).toBe(1);
    expect(complained).toEqual([
      "agent-mem: Pulsar's admin REST cannot be reached at http://127.0.0.1:1 (is it running, and is PULSAR_ADMIN_URL right?)",
    ]);
  });
});
