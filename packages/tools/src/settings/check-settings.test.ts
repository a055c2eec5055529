import { expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';

const reference = `\${KEY}`;
const program = { description: 'Counts words', program: 'wc' };

test('what fits comes back as it is', () => {
  const settings = {
    mcp: { files: { command: 'npx', args: ['-y'], env: { KEY: reference } }, far: { url: 'https://a.b/mcp', only: ['x'] } },
    openapi: {
      orders: { document: 'orders.yaml', headers: { Authorization: `Bearer ${reference}` }, query: { api_key: { secret: 'K' } } },
    },
    programs: { count: { ...program, args: ['-w', { name: 'file', pattern: '[a-z]+' }] } },
  };
  expect(checkSettings(settings)).toEqual(settings);
  expect(checkSettings(null)).toEqual({});
});

test.each([
  [{ mpc: {} }, 'mpc: is not known; did you mean mcp?'],
  [{ mcp: { files: { comand: 'x', command: 'y' } } }, 'mcp.files.comand: is not known; did you mean command?'],
  [{ mcp: { files: { args: [] } } }, 'mcp.files: must have either command or url'],
  [{ mcp: { files: { command: 'x', url: 'http://a' } } }, 'mcp.files: must have either command or url'],
  [{ mcp: { files: { url: 'ftp://a' } } }, 'mcp.files.url: must start with http:// or https://'],
  [{ mcp: { 'a b': { command: 'x' } } }, 'mcp.a b: must be a letter, then'],
  [
    { mcp: { files: { command: 'x', tools: { read: { aproval: true } } } } },
    'mcp.files.tools.read.aproval: is not known; did you mean approval?',
  ],
  [{ openapi: { orders: {} } }, 'openapi.orders.document: is missing'],
  [{ programs: { count: { program: 'wc' } } }, 'programs.count.description: is missing'],
  [
    { programs: { count: { ...program, args: [{ name: 'file' }] } } },
    'programs.count.args.0: must have either pattern or one_of',
  ],
  [
    { programs: { count: { ...program, args: [{ name: 'file', pattern: '(' }] } } },
    'programs.count.args.file.pattern: Invalid regular',
  ],
  [{ programs: { count: { ...program, timeout_ms: 0 } } }, 'programs.count.timeout_ms: must be >= 1'],
  [[], 'must be object'],
])('what is wrong is named: %j', (settings, sentence) => {
  expect(() => checkSettings(settings)).toThrow(sentence);
});

test.each([
  [{ mcp: { a: { url: 'http://b', headers: { Authorization: 'Bearer abc' } } } }, 'mcp.a.headers.Authorization: a secret comes'],
  [{ mcp: { a: { command: 'b', env: { GITHUB_TOKEN: 'abc' } } } }, 'mcp.a.env.GITHUB_TOKEN: a secret comes'],
  [{ openapi: { a: { document: 'b', query: { api_key: 'abc' } } } }, 'openapi.a.query.api_key: a secret comes'],
])('a secret that stands in the file is refused: %j', (settings, sentence) => {
  expect(() => checkSettings(settings)).toThrow(sentence);
  expect(() => checkSettings(settings)).not.toThrow('abc');
});
