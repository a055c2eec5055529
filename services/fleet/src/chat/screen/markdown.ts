import { stripVTControlCharacters } from 'node:util';
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { visible } from '../../command-line/visible.ts';
import type { Styles } from './styles.ts';

/** Markdown as a terminal shows it: styled, its signs taken away where the style says the same. */
export function renderMarkdown(text: string, styles: Styles): string {
  return blocks(lexer(visible(text)), styles);
}

/** Of a text that is still being written: the blocks that will not change, and the rest. */
export function splitFinished(text: string): readonly [finished: string, rest: string] {
  const tokens = lexer(visible(text));
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  if (last < 1) return ['', text];
  const finished = tokens.slice(0, last).map(({ raw }) => raw);
  return [
    finished.join(''),
    tokens
      .slice(last)
      .map(({ raw }) => raw)
      .join(''),
  ];
}

function blocks(tokens: readonly Token[], styles: Styles): string {
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'def')
    .map((token) => block(token, styles))
    .join('\n\n');
}

function block(anyToken: Token, styles: Styles): string {
  // Only an extension makes other tokens, and none is used.
  const token = anyToken as MarkedToken;
  switch (token.type) {
    case 'heading':
      return styles.heading(inline(token.tokens, styles));
    case 'code':
      return indented(token.text.split('\n').map(styles.code).join('\n'), '  ');
    case 'blockquote':
      return indented(blocks(token.tokens, styles), styles.dim('│ '));
    case 'list':
      return list(token, styles);
    case 'table':
      return table(token, styles);
    case 'hr':
      return styles.dim('─'.repeat(20));
    default:
      return inlineToken(token, styles).trimEnd();
  }
}

function list({ items, ordered, start }: Tokens.List, styles: Styles): string {
  return items
    .map((item, index) => {
      const mark = ordered ? `${Number(start || 1) + index}. ` : '• ';
      const inner = item.tokens.filter(({ type }) => type !== 'space' && type !== 'checkbox');
      const text = inner.map((token) => block(token, styles)).join('\n');
      const box = item.task ? (item.checked ? '☑ ' : '☐ ') : '';
      return mark + indented(box + text, ' '.repeat(mark.length)).slice(mark.length);
    })
    .join('\n');
}

function table({ header, rows }: Tokens.Table, styles: Styles): string {
  const plain = (cell: Tokens.TableCell | undefined) => stripVTControlCharacters(inline(cell?.tokens ?? [], styles));
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => plain(row[column]).length)));
  const line = (row: readonly Tokens.TableCell[], style: (text: string) => string) =>
    row
      .map((cell, column) => style(inline(cell.tokens, styles)) + ' '.repeat((widths[column] ?? 0) - plain(cell).length))
      .join('  ');
  return [line(header, styles.bold), ...rows.map((row) => line(row, (text) => text))].map((text) => text.trimEnd()).join('\n');
}

function inline(tokens: readonly Token[], styles: Styles): string {
  return tokens.map((token) => inlineToken(token as MarkedToken, styles)).join('');
}

function inlineToken(token: MarkedToken, styles: Styles): string {
  switch (token.type) {
    case 'strong':
      return styles.bold(inline(token.tokens, styles));
    case 'em':
      return styles.italic(inline(token.tokens, styles));
    case 'del':
      return styles.struck(inline(token.tokens, styles));
    case 'codespan':
      return styles.code(token.text);
    case 'br':
      return '\n';
    case 'link': {
      const text = inline(token.tokens, styles);
      return token.text === token.href ? styles.link(text) : `${styles.link(text)} ${styles.dim(`(${token.href})`)}`;
    }
    case 'image':
      return `${token.text} ${styles.dim(`(${token.href})`)}`;
    default:
      if ('tokens' in token && token.tokens) return inline(token.tokens, styles);
      return 'text' in token ? token.text : token.raw;
  }
}

function indented(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => by + line)
    .join('\n');
}
