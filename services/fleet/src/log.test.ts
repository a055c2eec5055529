import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startLogger } from './log.ts';

/** What a log line looks like on this stream. */
function logged(isTTY: boolean, environment: Record<string, string> = {}): string {
  let written = '';
  const write = (text: string | Uint8Array) => {
    written += text;
    return true;
  };
  startLogger(environment, 'info', { isTTY, write }).info({ service: 'facts', ms: 3 }, 'request answered');
  return written;
}

describe('the log', () => {
  it('is a JSON object a line where no terminal reads it', () => {
    expect(JSON.parse(logged(false))).toMatchObject({ level: 30, service: 'facts', ms: 3, msg: 'request answered' });
  });

  it('is a coloured line to read on a terminal', () => {
    const line = logged(true);
    expect(stripVTControlCharacters(line)).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: request answered \{.*"ms":3\}\n$/);
    expect(line).not.toBe(stripVTControlCharacters(line));
  });

  it('has no colour where NO_COLOR is set', () => {
    const line = logged(true, { NO_COLOR: '1' });
    expect(line).toContain('INFO: request answered');
    expect(line).toBe(stripVTControlCharacters(line));
  });
});
