import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isDisjointWith, JS, NFA } from 'refa';
import { analyse } from 'scslre';
import { expect, it } from 'vitest';
import type { Pattern } from './source-patterns.ts';

type Expression = ReturnType<JS.Parser['parse']>['expression'];
type Element = Expression['alternatives'][number]['elements'][number];
type Quantifier = Extract<Element, { readonly type: 'Quantifier' }>;

const program = fileURLToPath(new URL('source-patterns.ts', import.meta.url));
/** Its patterns read at most 2,000 characters at once, of which the square is nothing. */
const readsLittle = /^services\/facts\/src\/domain\//;
/** What may be repeated less often has few ways to match. */
const manyTimes = 10;

const patterns: readonly Pattern[] = execFileSync(process.execPath, [program], {
  encoding: 'utf8',
  maxBuffer: 1e8,
  stdio: ['ignore', 'pipe', 'ignore'],
})
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Whether a text may take a pattern the square of its length, or more. */
function takesItsSquare({ source, flags }: Pattern): boolean {
  return analyse({ source, flags }, { reportTypes: { Move: true } }).reports.length > 0;
}

/**
 * Whether some text may take a pattern a time that doubles with each of its parts: what it repeats is also two of what it repeats, as
 * "can you please " is "can you " and "please ".
 */
function doubles({ source, flags }: Pattern): boolean {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: flags.replace('d', '') }).parse({
    assertions: 'ignore',
    backreferences: 'disable',
  });
  return quantifiersIn(expression.alternatives).some((quantifier) => {
    const [once, more] = [
      { min: 1, max: 1 },
      { min: 2, max: Number.POSITIVE_INFINITY },
    ].map((times) => NFA.fromRegex({ type: 'Concatenation', elements: [{ ...quantifier, ...times }] }, { maxCharacter })) as [
      NFA,
      NFA,
    ];
    return !isDisjointWith(once, more);
  });
}

function quantifiersIn(alternatives: Expression['alternatives']): readonly Quantifier[] {
  return alternatives
    .flatMap(({ elements }) => elements)
    .flatMap((element) => [
      ...(element.type === 'Quantifier' && element.max >= manyTimes ? [element] : []),
      ...('alternatives' in element ? quantifiersIn(element.alternatives) : []),
    ]);
}

it('all are looked at: those that are written, and those that modules build', () => {
  expect(patterns.length).toBeGreaterThan(1_000);
  expect(patterns.filter(({ source }) => source.includes('passwort|kennwort'))).not.toEqual([]);
  // Behind a cue, in a file that has no other.
  expect(patterns.filter(({ source }) => source.includes(" with the user's ((?:"))).not.toEqual([]);
});

it('each that names a class of characters has the flag that reads it', () => {
  const named = patterns.filter(({ source }) => /(?<!\\)(?:\\\\)*\\[pP]\{/.test(source));
  expect(named.filter(({ flags }) => !/[uv]/.test(flags))).toEqual([]);
});

it('no text takes one a time that doubles with each of its parts', () => {
  expect(patterns.filter(doubles)).toEqual([]);
});

it('no long text takes one its square', () => {
  expect(patterns.filter((pattern) => !readsLittle.test(pattern.file)).filter(takesItsSquare)).toEqual([]);
});
