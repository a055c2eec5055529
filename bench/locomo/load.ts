import { readFile } from 'node:fs/promises';

/** One thing said. */
export interface Turn {
  /** Session and place, as the data set names it: "D3:12". */
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  /** Described pictures; empty for none. */
  readonly caption: string;
  /** When its session took place, ISO 8601; turns of one session follow each other by a second. */
  readonly timestamp: string;
}

/** A question and the turns that answer it. */
export interface Question {
  readonly text: string;
  readonly evidence: ReadonlySet<string>;
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  readonly category: number;
}

/** A long conversation with its questions. */
export interface Sample {
  readonly id: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
}

interface RawTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface RawSample {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, string | readonly RawTurn[]>>;
  readonly qa: readonly { readonly question: string; readonly evidence: readonly string[]; readonly category: number }[];
}

/** Reads LoCoMo's file. Evidence that names no turn is dropped, and a question that has none left. */
export async function loadLocomo(path: string): Promise<readonly Sample[]> {
  const samples = JSON.parse(await readFile(path, 'utf8')) as readonly RawSample[];
  return samples.map((sample) => {
    const turns = [...turnsOf(sample)];
    const ids = new Set(turns.map(({ id }) => id));
    const questions = sample.qa
      .map(({ question, evidence, category }) => ({ text: question, evidence: evidenceOf(evidence, ids), category }))
      .filter(({ evidence }) => evidence.size > 0);
    return { id: sample.sample_id, turns, questions };
  });
}

function* turnsOf({ conversation }: RawSample): Iterable<Turn> {
  for (let session = 1; ; session++) {
    const date = conversation[`session_${session}_date_time`];
    if (typeof date !== 'string') return;
    const turns = conversation[`session_${session}`];
    if (typeof turns !== 'object') continue;
    const start = sessionTime(date);
    for (const [index, { speaker, dia_id, text, blip_caption }] of turns.entries()) {
      const timestamp = new Date(start + index * 1_000).toISOString();
      yield { id: dia_id, speaker, text, caption: blip_caption ?? '', timestamp };
    }
  }
}

/** "1:56 pm on 8 May, 2023" in milliseconds since 1970, taken as UTC. */
function sessionTime(text: string): number {
  const [, hour = '', minute = '', half = '', date = ''] = /^(\d+):(\d+) (am|pm) on (.+)$/i.exec(text.trim()) ?? [];
  const day = Date.parse(`${date.replace(',', '')} UTC`);
  if (Number.isNaN(day)) throw new Error(`"${text}" is no time of a session`);
  return day + (((Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) * 60 + Number(minute)) * 60_000;
}

function evidenceOf(texts: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const named = texts.flatMap((text) => [...text.matchAll(/D(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`));
  return new Set(named.filter((id) => known.has(id)));
}
