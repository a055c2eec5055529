import { styleText } from 'node:util';

/** How parts of a text look; each answers the text as it is where colours are off. */
export type Styles = Readonly<Record<keyof typeof formats, (text: string) => string>>;

const formats = {
  bold: 'bold',
  code: 'cyan',
  dim: 'dim',
  failure: 'red',
  heading: ['bold', 'underline'],
  italic: 'italic',
  learned: 'green',
  link: 'underline',
  prompt: ['bold', 'green'],
  struck: 'strikethrough',
} as const;

/** The styles of a terminal. NO_COLOR (any value) and TERM=dumb turn them off, as does a stream that is no terminal. */
export function stylesFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Styles {
  const isColoured = isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb';
  const style = (name: keyof typeof formats) => (text: string) =>
    isColoured && text !== '' ? styleText([formats[name]].flat(), text, { validateStream: false }) : text;
  // The names are those of the table.
  return Object.fromEntries(Object.keys(formats).map((name) => [name, style(name as keyof typeof formats)])) as Styles;
}
