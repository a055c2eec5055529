/** A program that prints every regular expression of the sources as a line of JSON: those written as such, and those that modules build when they load. */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import process from 'node:process';
import { parse } from 'acorn';
import { full } from 'acorn-walk';

/** A regular expression, and the file it is of. */
export interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const root = new URL('../', import.meta.url);
const files = globSync('{packages,services}/**/src/**/*.ts', { cwd: root, exclude: ['**/node_modules/**', '**/*.test.ts'] });

function print(pattern: Pattern): void {
  process.stdout.write(`${JSON.stringify(pattern)}\n`);
}

function printWritten(file: string, text: string): void {
  full(parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex) print({ file, source: regex.pattern, flags: regex.flags });
  });
}

/** What a library builds is its own affair. */
function isOurs(): boolean {
  const [, , , caller = ''] = (new Error().stack ?? '').split('\n');
  return !caller.includes('/node_modules/');
}

async function printBuilt(file: string): Promise<void> {
  const builtin = globalThis.RegExp;
  globalThis.RegExp = new Proxy(builtin, {
    construct(target, args, newTarget) {
      const built: RegExp = Reflect.construct(target, args, newTarget === globalThis.RegExp ? target : newTarget);
      if (isOurs()) print({ file, source: built.source, flags: built.flags });
      return built;
    },
  });
  await import(new URL(file, root).href);
  globalThis.RegExp = builtin;
}

for (const file of files) {
  const text = readFileSync(new URL(file, root), 'utf8');
  printWritten(file, text);
  if (/new (?:RegExp|CuedPattern)\(/.test(text)) await printBuilt(file);
}
