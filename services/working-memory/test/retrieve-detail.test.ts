import type { Init, RequestOf } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DetailsFleet, startDetails } from './start-details.ts';

const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1}: the pump 東京 ran at ${(index * 37) % 101} bar`);
lines[1_999] = 'line 2000: FATAL valve Zv-77 was stuck, see /var/log/pump.log';
const log = `${lines.join('\n')}\n`;
const rooms = {
  rooms: [
    { name: 'kitchen', lamps: 3 },
    { name: 'a/b~c', lamps: 12, note: 'über' },
  ],
  text: 'only a text',
};

let details: DetailsFleet;
beforeAll(async () => {
  details = await startDetails();
  await details.store({ content: log, memory_key: 'log' });
  await details.store({
    content: JSON.stringify(rooms).replace('{', '{"id":12345678901234567890,'),
    memory_key: 'rooms',
    content_type: 'application/json',
  });
  await details.store({ content: `begin\n${'x'.repeat(200_000)} needle ${'y'.repeat(200_000)}`, memory_key: 'wide' });
});
afterAll(() => details[Symbol.asyncDispose]());

type Retrieve = Init<RequestOf<'working-memory', 'retrieve_detail'>>;
const retrieve = (request: Retrieve) => details.retrieve({ memory_key: 'log', ...request });

/** Asks again and again as each answer says. */
async function all(
  request: Retrieve,
  next: 'next_page' | 'next_line' | 'next_offset',
  member: 'page' | 'line' | 'offset',
): Promise<readonly string[]> {
  const contents: string[] = [];
  for (let position: number | null = null; ; ) {
    const answer: Awaited<ReturnType<typeof retrieve>> = await retrieve({
      ...request,
      ...(position === null ? {} : { [member]: position }),
    });
    contents.push(answer.content);
    position = answer[next];
    if (position === null) return contents;
    expect(answer.how_to_go_on).toContain(`${member} ${position}`);
  }
}

describe('a part of a payload', () => {
  it.each([1_000, 4_097, 65_536])('comes by pages of %i bytes that are the whole together', async (page_size) => {
    const pages = await all({ page: 1, page_size }, 'next_page', 'page');
    expect(pages.join('')).toBe(log);
    expect((await retrieve({ page: 1, page_size })).total_pages).toBe(pages.length);
  });

  it('comes by bytes, within tokens', async () => {
    const parts = await all({ max_bytes: 30_000, max_tokens: 5_000 }, 'next_offset', 'offset');
    expect(parts.join('')).toBe(log);
    for (const part of parts) expect(countTokens(part)).toBeLessThanOrEqual(5_000);
    expect((await retrieve({ max_tokens: 1 })).content).not.toBe('');
    await expect(retrieve({ offset: 1.5 })).rejects.toThrow('offset: must be a whole number, got 1.5');
  });

  it('comes by lines that are the whole together', async () => {
    expect((await retrieve({ line: 2_000, lines: 2 })).content).toBe(`${lines[1_999]}\n${lines[2_000]}\n`);
    const parts = await all({ line: 1, max_bytes: 20_000 }, 'next_line', 'line');
    expect(parts.join('')).toBe(log);
    expect((await retrieve({ line: 4_000 })).how_to_go_on).toBe('The content has no line 4000.');
    const cut = await retrieve({ memory_key: 'wide', line: 2, max_bytes: 1_000 });
    expect(cut.content).toBe('x'.repeat(1_000));
    expect(cut).toMatchObject({ next_offset: 1_006, next_line: 3 });
  });

  it('comes by JSON pointer', async () => {
    const at = async (json_pointer: string, more: Retrieve = {}) =>
      (await retrieve({ memory_key: 'rooms', json_pointer, ...more })).content;
    expect(await at('/rooms/1/lamps')).toBe('12');
    expect(await at('/text')).toBe('only a text');
    expect(await at('/id')).toBe('12345678901234567890');
    expect(await at('/rooms/0')).toContain('"lamps": 3');
    expect(JSON.parse(await at('/rooms/0'))).toEqual(rooms.rooms[0]);
    expect(JSON.parse(await at(''))).toMatchObject(rooms);
    expect(await at('/rooms', { grep: 'a/b' })).toMatch(/^7:\s+"name": "a\/b~c"/);
    await expect(at('/rooms/7')).rejects.toThrow('nothing stands at /rooms/7; the list has 2 elements');
    await expect(at('/room')).rejects.toThrow('nothing stands at /room; there are id, rooms, text');
    await expect(at('rooms')).rejects.toThrow('json_pointer: must be empty or begin with /');
    await expect(retrieve({ json_pointer: '/a' })).rejects.toThrow('json_pointer: the content is not JSON');
  });

  it('comes by the lines that hold a text, with lines around', async () => {
    expect((await retrieve({ grep: 'FATAL' })).content).toBe(`2000:${lines[1_999]}\n`);
    expect((await retrieve({ grep: 'FATAL', context_lines: 1 })).content).toBe(
      `1999-${lines[1_998]}\n2000:${lines[1_999]}\n2001-${lines[2_000]}\n`,
    );
    expect((await retrieve({ grep: 'v.lve' })).content).toBe('');
    expect((await retrieve({ memory_key: 'wide', grep: 'needle' })).content).toMatch(/^2:…x{400,} needle y{400,}…\n$/);
  });

  it('comes by the lines that match a pattern, each once, wherever the answers end', async () => {
    expect((await retrieve({ pattern: 'v[aeiou]lve Zv-\\d+' })).content).toBe(`2000:${lines[1_999]}\n`);
    const parts = await all({ pattern: 'at \\d5 bar$', max_bytes: 900 }, 'next_line', 'line');
    const matching = lines.flatMap((line, index) => (/at \d5 bar$/.test(line) ? [`${index + 1}:${line}\n`] : []));
    expect(parts.join('')).toBe(matching.join(''));
    expect(parts.length).toBeGreaterThan(3);
    await expect(retrieve({ pattern: '(' })).rejects.toThrow('pattern: is no regular expression');
    await expect(retrieve({ pattern: '(a)\\1' })).rejects.toThrow('pattern: is no regular expression');
  });

  it('comes by a pattern that would hang another engine', async () => {
    await details.store({ content: `${'a'.repeat(50_000)}!`, memory_key: 'trap' });
    expect((await retrieve({ memory_key: 'trap', pattern: '^(a+)+$' })).content).toBe('');
  });

  it('of a long line a large pattern looks at the beginning alone, which the answer says', async () => {
    await details.store({ content: `${'x'.repeat(10_000)}needle\nneedle`, memory_key: 'long' });
    const large = { memory_key: 'long', pattern: 'needle|(?:a?){500}a{500}' };
    const { content, how_to_go_on } = await retrieve(large);
    expect(content).toBe('2:needle\n');
    expect(how_to_go_on).toMatch(/Of each line the first \d{4} characters were looked at; grep looks at all of them\.$/);
    expect((await retrieve({ ...large, pattern: 'needle' })).content).toMatch(/^1:…x+needle\n2:needle\n$/);
    await expect(retrieve({ pattern: '.{999}'.repeat(5) })).rejects.toThrow('pattern: is too large with its repetitions');
  });

  it('comes by JSON pointer of a content of megabytes too', async () => {
    const events = Array.from({ length: 30_000 }, (_, index) => ({
      index,
      text: `Pump ${index} at ${index % 100} bar`,
      tags: ['a', 'b'],
    }));
    await details.upload(Buffer.from(JSON.stringify({ events })), 300_000, { upload_id: 'events', memory_key: 'events' });
    const { content } = await retrieve({ memory_key: 'events', json_pointer: '/events/29999/text' });
    expect(content).toBe('Pump 29999 at 99 bar');
    const { content: line } = await retrieve({ memory_key: 'events', json_pointer: '/events', grep: 'Pump 12345 ' });
    expect(line).toContain('"text": "Pump 12345 at 45 bar",');
  });

  it('comes by the passages that share most with a query, best first', async () => {
    const { content, next_page, how_to_go_on } = await retrieve({ query: 'Which valve was stuck?', max_tokens: 300 });
    // Every way of asking has line, the tool of a model too.
    expect(how_to_go_on).toBe(
      'No other passage shares a word with the query; the number of a line, as line, reads on from there.',
    );
    expect(content).toMatch(/^\[lines \d+ to \d+\]\n/);
    expect(content.slice(0, 800)).toContain(lines[1_999]);
    expect(countTokens(content)).toBeLessThanOrEqual(310);
    expect(next_page).toBeNull();
    const pages = await all({ query: 'pump at 36 bar', max_tokens: 2_000 }, 'next_page', 'page');
    const shown = pages.join('\n').match(/^line \d+:/gm) ?? [];
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.length).toBeGreaterThan(1_000);
    expect((await retrieve({ query: 'elephant' })).how_to_go_on).toContain('No passage shares a word');
  });

  it('is asked for in one way', async () => {
    await expect(retrieve({ page: 1, line: 3 })).rejects.toThrow('cannot be asked together');
    await expect(retrieve({ query: 'a', grep: 'b' })).rejects.toThrow('grep: cannot be asked together with query');
    await expect(retrieve({ grep: 'a', encoding: 'base64' })).rejects.toThrow('encoding: with grep the answer is text');
  });
});
