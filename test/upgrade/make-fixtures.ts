import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import type { Expected, RecordedMessages } from './fixtures.ts';
import { makeApart } from './making/apart.ts';
import { openCheckout } from './making/checkout.ts';
import { packedContract } from './making/contract.ts';
import { expectApart, expectInterrupted, expectSettled } from './making/expected.ts';
import { copyData, packData } from './making/folder.ts';
import { makeInterrupted } from './making/interrupted.ts';
import { recordMessages } from './making/messages.ts';
import { makeSettled } from './making/settled.ts';

/* Makes the fixtures of an earlier version: node test/upgrade/make-fixtures.ts CHECKOUT OUT. It takes three minutes. */

const [source, out] = process.argv.slice(2);
if (!source || !out) {
  console.error('Say where the installed checkout of the version is, and the folder to write: make-fixtures.ts CHECKOUT OUT');
  process.exit(2);
}
const checkout = await openCheckout(source);
await using work = await temporaryDirectory();
const at = (...names: readonly string[]) => join(work.path, ...names);

/** A copy for each look, since a look goes on with the data. */
async function copyOf(name: string): Promise<string> {
  const copy = at(`${name}-${Math.random()}`);
  await copyData(at(name), copy);
  return copy;
}

console.log('settled');
const erasedId = await makeSettled(checkout, at('making'));
await copyData(at('making'), at('settled'));
console.log('interrupted');
await makeInterrupted(checkout, at('making'));
await copyData(at('making'), at('interrupted'));
console.log('apart');
await makeApart(checkout, at('made-apart'));
for (const part of ['store', 'bus']) await copyData(at('made-apart', part), at('apart', part));

console.log('what it answers');
const settled = await expectSettled(checkout, await copyOf('settled'), erasedId);
const interrupted = await expectInterrupted(checkout, await copyOf('interrupted'));
for (const part of ['store', 'bus']) await copyData(at('apart', part), at('apart-look', part));
const apart = await expectApart(checkout, at('apart-look'));
const messages = await recordMessages(checkout, [await copyOf('settled'), await copyOf('settled')]);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await packData(at('settled'), join(out, 'settled'));
await packData(at('interrupted'), join(out, 'interrupted'));
for (const part of ['store', 'bus']) await packData(at('apart', part), join(out, 'apart', part));
await writeFile(join(out, 'expected.json'), inLines({ settled, interrupted, apart } satisfies Expected));
await writeFile(join(out, 'messages.json'), inLines(messages satisfies RecordedMessages));
await writeFile(join(out, 'contract.json.gz'), await packedContract(source));
const commit = execFileSync('git', ['-C', source, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(`${out} holds what ${checkout.version} (${commit}) made`);

/** JSON in which an element of a list is one line: short, and a change of it is seen. */
function inLines(value: object): string {
  const lines: string[] = [];
  const hold = (_: string, each: unknown) => {
    if (!Array.isArray(each) || each.length === 0) return each;
    return each.map((element) => `@${lines.push(JSON.stringify(element)) - 1}@`);
  };
  const outer = JSON.stringify(value, hold, 1);
  return `${outer.replace(/"@(\d+)@"/g, (_, index: string) => lines[Number(index)] ?? '')}\n`;
}
