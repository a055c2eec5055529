import { readFile } from 'node:fs/promises';
import { mayBeOfOneSubject } from '../../services/facts/src/domain/reconciliation/same-subject.ts';
import { loadPeople, type Person } from '../facts/load.ts';
import { table } from '../markdown-table.ts';
import { bystanders, loadSequences, type Sequence } from './load.ts';

/** Two statements of one user, the earlier first. */
type Pair = readonly [earlier: string, later: string];

interface Pairs {
  /** The later one replaces, denies or says again the earlier one. */
  readonly right: readonly Pair[];
  /** Both stay. */
  readonly wrong: readonly Pair[];
}

/** What the check of subjects makes of a set of pairs. */
export interface PairsMeasured {
  readonly set: string;
  readonly right: number;
  readonly rightRefused: readonly Pair[];
  readonly wrong: number;
  readonly wrongRefused: number;
}

/** Has the check of subjects judge each pair, of which a model would have the later statement replace the earlier one. The held-out halves take no part. */
export async function measurePairs(): Promise<readonly PairsMeasured[]> {
  const sequences = (await loadSequences()).filter(({ split }) => split === 'dev').map(pairsOfSequence);
  const people = (await loadPeople()).filter(({ split }) => split === 'dev').map(pairsOfPerson);
  const written = { right: await loadPairs(), wrong: [] };
  const sets = { 'bench/reconcile, dev': sequences, 'bench/facts, dev': people, 'data/pairs.jsonl': [written] };
  return Object.entries(sets).map(([set, pairs]) => {
    const right = pairs.flatMap((each) => each.right);
    const wrong = pairs.flatMap((each) => each.wrong);
    return {
      set,
      right: right.length,
      rightRefused: refused(right),
      wrong: wrong.length,
      wrongRefused: refused(wrong).length,
    };
  });
}

/** The table of the pairs that are refused; `--wrong` lists those that are right. */
export async function runPairs(args: readonly string[]): Promise<string> {
  const measured = await measurePairs();
  const rows = measured.map(({ set, right, rightRefused, wrong, wrongRefused }) => [
    set,
    right,
    rightRefused.length,
    wrong,
    wrongRefused,
  ]);
  const listed = measured.flatMap(({ rightRefused }) => rightRefused).map((pair) => `- ${pair.join(' | ')}`);
  return [
    table(['pairs', 'right', 'of them refused', 'wrong', 'of them refused'], rows),
    ...(args.includes('--wrong') ? [listed.join('\n')] : []),
  ].join('\n\n');
}

/** Pairs of which the later statement replaces the earlier one, written by hand. */
async function loadPairs(): Promise<readonly Pair[]> {
  const lines = await readFile(new URL('data/pairs.jsonl', import.meta.url), 'utf8');
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly earlier: string; readonly later: string })
    .map(({ earlier, later }) => [earlier, later]);
}

function pairsOfSequence({ facts }: Sequence): Pairs {
  const all = [...bystanders.map((text) => ({ text, fate: 'stays' as const, by: undefined, of: undefined })), ...facts];
  const place = (number: number | undefined) => (number === undefined ? null : number + bystanders.length);
  return pairsOf(
    all.map(({ text }) => text),
    (earlier, later) => place(all[earlier]?.by) === later || place(all[later]?.of) === earlier,
  );
}

function pairsOfPerson({ facts }: Person): Pairs {
  const all = facts.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  return pairsOf(
    all.map(({ text }) => text),
    (earlier, later) => all[later]?.supersedes?.includes(all[earlier]?.id ?? '') ?? false,
  );
}

function pairsOf(texts: readonly string[], isRight: (earlier: number, later: number) => boolean): Pairs {
  const right: Pair[] = [];
  const wrong: Pair[] = [];
  texts.forEach((text, later) => {
    for (const [earlier, other] of texts.slice(0, later).entries()) (isRight(earlier, later) ? right : wrong).push([other, text]);
  });
  return { right, wrong };
}

function refused(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.filter(([earlier, later]) => !mayBeOfOneSubject(factOf('1', earlier), factOf('2', later)));
}

function factOf(id: string, content: string) {
  const unsaid = { subject: null, predicate: null, object: null, valid_from: null, valid_to: null };
  return { id, content, timestamp: `2026-01-0${id}T00:00:00.000Z`, trust: 'user', ...unsaid } as const;
}
