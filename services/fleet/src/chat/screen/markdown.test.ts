import { describe, expect, it } from 'vitest';
import { renderMarkdown, splitFinished } from './markdown.ts';
import { stylesFor } from './styles.ts';

const plain = stylesFor(false, {});
const coloured = stylesFor(true, {});

describe('Markdown', () => {
  it.each([
    ['# Title\ntext', 'Title\n\ntext'],
    ['a **b** *c* `d` ~~e~~', 'a b c d e'],
    ['- a\n  - b\n- [x] c', '• a\n  • b\n• ☑ c'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['```js\nlet a;\n\nlet b;\n```', '  let a;\n  \n  let b;'],
    ['> a\n> b', '│ a\n│ b'],
    ['|name|n|\n|-|-|\n|`ferry`|2|', 'name   n\nferry  2'],
    ['[docs](https://a.example) https://b.example', 'docs (https://a.example) https://b.example'],
    ['one & "two" <three>', 'one & "two" <three>'],
  ])('%j reads as %j without colours', (text, shown) => {
    expect(renderMarkdown(text, plain)).toBe(shown);
  });

  it('is styled with colours', () => {
    expect(renderMarkdown('a **b**', coloured)).toBe('a \x1b[1mb\x1b[22m');
  });

  it('steers no terminal: what is no text goes', () => {
    expect(renderMarkdown('a\x1b[2J\x1b]0;title\x07 b\x08\r\x9b1A', plain)).toBe('a b');
  });

  it('is split where the blocks before do not change any more', () => {
    expect(splitFinished('one\n\ntwo')).toEqual(['one\n\n', 'two']);
    expect(splitFinished('one\ntwo')).toEqual(['', 'one\ntwo']);
    expect(splitFinished('one\n\n```\na\n\nb')).toEqual(['one\n\n', '```\na\n\nb']);
  });
});
