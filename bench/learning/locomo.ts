import { readFile } from 'node:fs/promises';
import { startFleet } from '@agent-mem/testing';
import { loadLocomo } from '../locomo/load.ts';
import { table } from '../markdown-table.ts';
import { folded } from '../phrases.ts';

/** The share of an observation's words that a statement must hold. */
const enough = 0.6;
const fillers = new Set(
  `the a an and or of to in on at for with from by as is are was were be been has have had his her their its that this it they he she who which user s`.split(
    ' ',
  ),
);

interface RawSample {
  readonly sample_id: string;
  readonly observation: Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, unknown])[]>>>>;
}

/** What is read of a page of facts. */
interface FactPage {
  readonly facts: readonly { readonly content: string }[];
  readonly next_cursor: string | null;
}

/**
 * Has what each speaker of LoCoMo says learned as that of a user, and counts it against the observations written of them. Neither is printed:
 * rules are never fitted to them.
 */
export async function learnLocomo(path: string): Promise<string> {
  const samples = await loadLocomo(path);
  const observed = JSON.parse(await readFile(path, 'utf8')) as readonly RawSample[];
  const named = Object.entries(process.env).filter(([name]) => name.startsWith('LLM_'));
  const environment = Object.fromEntries(named.map(([name, value]) => [name, value ?? '']));
  await using fleet = await startFleet({ services: ['facts', 'conversations'], environment });
  const { caller } = fleet;
  const rows: (readonly (string | number)[])[] = [];
  for (const { id, turns } of samples) {
    const observations = observed.find(({ sample_id }) => sample_id === id)?.observation ?? {};
    let [count, learnedCount, found, right] = [0, 0, 0, 0];
    for (const speaker of new Set(turns.map((turn) => turn.speaker))) {
      const user = `${id}-${speaker}`;
      const own = turns.filter((turn) => turn.speaker === speaker);
      for (const [session, said] of Map.groupBy(own, (turn) => turn.id.split(':')[0] ?? '')) {
        const conversation = { user, conversation_id: session };
        for (const { text } of said)
          await caller.call('conversations', 'append_message', { ...conversation, role: 'user', content: text });
        await caller.call('conversations', 'end', conversation);
        await fleet.settled();
      }
      const learned: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page: FactPage = await caller.call('facts', 'list', { user, limit: 100, ...(cursor === null ? {} : { cursor }) });
        learned.push(...page.facts.map(({ content }) => content));
        cursor = page.next_cursor;
        if (cursor === null) break;
      }
      const wanted = Object.values(observations).flatMap((session) =>
        (session[speaker] ?? []).map(([text]) => wordsOf(text, speaker)),
      );
      const got = learned.map((text) => wordsOf(text, speaker));
      count += wanted.length;
      learnedCount += got.length;
      found += wanted.filter((words) => got.some((each) => shareOf(words, each) >= enough)).length;
      right += got.filter((words) => wanted.some((each) => shareOf(words, each) >= enough)).length;
    }
    rows.push([id, count, learnedCount, (right / learnedCount).toFixed(2), (found / count).toFixed(2)]);
  }
  return table(['conversation', 'observations', 'learned', 'within an observation', 'observations found'], rows);
}

/** The words that say something, without endings. */
function wordsOf(text: string, speaker: string): ReadonlySet<string> {
  const own = folded(speaker);
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.filter((word) => !fillers.has(word) && word !== own).map((word) => word.replace(/(?:ies|es|ed|ing|s)$/, '')),
  );
}

function shareOf(words: ReadonlySet<string>, within: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => within.has(word)).length / words.size;
}
