import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument, writeDocument } from './document.ts';
import { documentOfNode, type EntryNode, nodeOfDocument, readEntry } from './entry-document.ts';
import { MalformedFile } from './malformed-file.ts';

const uuid = fc.uuid({ version: 7 });
const time = fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
/** Texts as people write them, and what Markdown, YAML and line ends make of them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '---',
        '\n',
        '\r\n',
        '"',
        "'",
        ': ',
        '#',
        '- ',
        '\t',
        ' ',
        '`',
        '[[a]]',
        '~',
        '日本',
        '🦊',
        '\u2028',
        '\uFEFF',
        '<<',
        '*x',
        '&y',
        '!!z',
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);
const json = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => value !== null && JSON.stringify(value) !== '{}' && JSON.stringify(value) !== '[]');
const names = fc.oneof(
  fc.constantFrom('source', 'tags', 'metadata', 'ordinal', 'version', 'status', 'links', '__proto__x', 'a b', '1', 'null'),
  text,
);
const properties = fc.dictionary(
  names.filter((name) => !['content', 'tier', 'replaced_by', 'role', '__proto__'].includes(name)),
  json,
  { maxKeys: 6, noNullPrototype: true },
);

const node: fc.Arbitrary<EntryNode> = fc
  .record({
    uuid,
    version: fc.nat(),
    status: fc.constantFrom('ACTIVE' as const, 'DELETED' as const, 'SUPERSEDED' as const),
    conversationId: fc.option(text.filter((id) => id !== '')),
    createdAt: time,
    updatedAt: time,
    validFrom: fc.option(time),
    content: text,
    replaced: fc.option(uuid),
    properties,
  })
  .map(({ uuid, content, replaced, properties, ...members }) => ({
    ...members,
    id: `fact_${uuid}`,
    kind: 'Fact' as const,
    ordinal: null,
    validTo: null,
    properties: { content, ...(replaced && { replaced_by: `fact_${replaced}` }), ...properties },
  }));

/** As stores hold it: they know no -0. */
const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value));

describe('a file of a fact', () => {
  it('holds all of it, whatever its texts are', () => {
    fc.assert(
      fc.property(node, (fact) => {
        const file = writeDocument(documentOfNode(fact, { links: ['[[Anne]]'] }));
        expect(Buffer.from(file).toString()).toBe(file);
        expect(asJson(readEntry(Buffer.from(file).toString()))).toEqual(asJson(fact));
      }),
      { numRuns: 500 },
    );
  });

  it('is read the same from an editor that writes Windows line ends or a byte order mark', () => {
    const fact = { members: { id: 'x', tags: ['a', 'b'] }, body: 'Anne lives\nin Lyon' };
    const file = writeDocument(fact);
    expect(readDocument(file.replaceAll('\n', '\r\n'))).toEqual(fact);
    expect(readDocument(`\uFEFF${file}`)).toEqual(fact);
  });

  it('may have fences with blanks behind them, and line ends of both kinds', () => {
    const fact = { members: { tags: ['a'] }, body: 'Anne lives in Lyon' };
    for (const file of [
      '---  \ntags: [a]\n---\t\nAnne lives in Lyon',
      '---\ntags: [a]\r\n---\r\n\nAnne lives in Lyon\n',
      '---\ntags: [a]\nby:\n---\nAnne lives in Lyon',
    ])
      expect(readDocument(file)).toEqual(fact);
    expect(readDocument('Anne lives\r\nin Lyon\r\n')).toEqual({ members: {}, body: 'Anne lives\nin Lyon' });
  });

  it('may be text alone, with or without an end of the line', () => {
    for (const file of ['Anne lives in Lyon', 'Anne lives in Lyon\n'])
      expect(readDocument(file)).toEqual({ members: {}, body: 'Anne lives in Lyon' });
  });
});

describe('a malformed file', () => {
  const errorOf = (file: string) => {
    try {
      readEntry(file);
    } catch (error) {
      if (error instanceof MalformedFile) return { line: error.line, message: error.message };
    }
    return null;
  };
  const time = 'created_at: 2026-01-31T12:00:00.000Z';

  it('is refused with the line of what is wrong', () => {
    expect(errorOf('---\nid: a\nrole: memory\n')).toMatchObject({ line: 1, message: expect.stringContaining('no end') });
    expect(errorOf('---\nid: a\nrole: "memory\n---\n\ntext\n')?.line).toBeGreaterThanOrEqual(3);
    expect(errorOf(`---\nid: a\nrole: cook\n${time}\n---\n`)).toMatchObject({
      line: 3,
      message: expect.stringContaining('role'),
    });
    expect(errorOf('---\nid: a\nrole: memory\ncreated_at: soon\n---\n')).toMatchObject({
      line: 4,
      message: expect.stringContaining('created_at'),
    });
    expect(errorOf(`---\nid: a\nid: b\nrole: memory\n${time}\n---\n`)).toMatchObject({ line: 3 });
    expect(errorOf(`---\nrole: memory\n${time}\n---\n`)).toMatchObject({ message: expect.stringContaining('id: is required') });
  });

  it('cannot make the reader expand aliases without end', () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b,*b,*b,*b,*b]'];
    expect(errorOf(`---\n${lines.join('\n')}\n---\n`)).toMatchObject({ message: expect.stringContaining('alias') });
  });

  it('cannot hold a number without a value, or nest deeper than the reader goes', () => {
    expect(errorOf('---\nscore: [.nan]\n---\n')).toMatchObject({ line: 2, message: expect.stringContaining('.nan') });
    expect(errorOf(`---\na: ${'['.repeat(50_000)}\n---\n`)).toMatchObject({ message: expect.stringContaining('front matter') });
  });

  it('of another kind is read as its role says', () => {
    const message = { ...messageNode, ordinal: 5 };
    expect(nodeOfDocument(readDocument(writeDocument(documentOfNode(message))))).toEqual(message);
    expect(nodeOfDocument(readDocument(writeDocument(documentOfNode(messageNode))))).toEqual(messageNode);
  });
});

const messageNode: EntryNode = {
  id: 'msg_0192f3b0-0000-7000-8000-000000000001',
  kind: 'Message',
  status: 'ACTIVE',
  version: 1,
  conversationId: 'Trip',
  ordinal: 3,
  validFrom: null,
  validTo: null,
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
  properties: { role: 'assistant', content: '---\nyes\n---', ordinal: 3, token_count: 4 },
};
