import { type Figures, figuresOf } from '../bus/figures.ts';
import { measureInTurns, type Sample } from '../bus/measure.ts';
import type { Comparison, Port, Subject } from './subject.ts';

/** How long each is measured. */
export interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
  /** At once, where many are in flight. */
  readonly inFlight: number;
}

/** An operation with so many in flight, by the adapter and by the bare client. */
export interface Measured {
  readonly ours: Figures;
  readonly bare: Figures;
}

/** What came out for one operation. */
export interface Row {
  readonly port: string;
  readonly operation: string;
  readonly store: string;
  readonly memories: number;
  readonly single: Measured;
  /** With many in flight; `null` for what is measured alone. */
  readonly many: Measured | null;
}

/** What filling took. */
export interface Filling {
  readonly port: string;
  readonly store: string;
  readonly memories: number;
  readonly seconds: number;
  /** That they take in the store. */
  readonly bytes: number;
  /** In the server's memory; `null` where that is a setting. */
  readonly residentBytes: number | null;
}

/** Measures a port on a fresh store, filled with so many memories. */
export async function measurePort(port: Port, where: 'embedded' | 'cluster', memories: number, effort: Effort) {
  await using subject = await port[where]();
  const filling = await fill(port.name, subject, memories);
  const rows: Row[] = [];
  for (const comparison of subject.comparisons(memories)) {
    const named = { port: port.name, operation: comparison.name, store: subject.store, memories };
    rows.push({ ...named, ...(await compare(comparison, effort)) });
  }
  return { filling, rows };
}

async function fill(port: string, subject: Subject, memories: number): Promise<Filling> {
  await subject.prepare();
  const empty = { bytes: await subject.bytes(), resident: subject.residentBytes?.() ?? 0 };
  const started = performance.now();
  await subject.fill(memories);
  const seconds = (performance.now() - started) / 1_000;
  const bytes = (await subject.bytes()) - empty.bytes;
  const residentBytes = subject.residentBytes ? subject.residentBytes() - empty.resident : null;
  await subject.fillBare?.(memories);
  return { port, store: subject.store, memories, seconds, bytes, residentBytes };
}

/** Both by turns; a first round is not counted. */
async function compare(comparison: Comparison, { rounds, roundMs, inFlight }: Effort): Promise<Pick<Row, 'single' | 'many'>> {
  const { ours, bare, most, isAlone = false, prepare } = comparison;
  await prepare?.();
  const turns = async (atOnce: number, count: number): Promise<Measured> => {
    const samples = await measureInTurns([ours, bare], atOnce, { count, ms: roundMs, ...(most === undefined ? {} : { most }) });
    const [first, second] = samples as [Sample, Sample];
    return { ours: figuresOf(first), bare: figuresOf(second) };
  };
  await turns(isAlone ? 1 : inFlight, 1);
  return { single: await turns(1, rounds), many: isAlone ? null : await turns(inFlight, rounds) };
}
