import { startFleet, type TestFleet } from '@agent-mem/testing';
import { loadLocomo, type Sample, type Turn } from './load.ts';
import { type Asked, reportOf } from './report.ts';

/** Replays each conversation turn by turn into a fleet on SQLite, then asks its questions. The argument is the data's path. */
export async function runLocomo([path]: readonly string[]): Promise<string> {
  if (path === undefined) throw new Error('Usage: npm run bench -- locomo <locomo10.json>');
  const samples = await loadLocomo(path);
  const asked: Asked[] = [];
  const appendMs: number[] = [];
  await using fleet = await startFleet({ services: ['conversations'], bus: 'sqlite' });
  for (const sample of samples) {
    const turnOf = await replay(fleet, sample, appendMs);
    await fleet.settled();
    asked.push(...(await ask(fleet, sample, turnOf)));
    console.error(`${sample.id}: ${sample.turns.length} turns, ${sample.questions.length} questions`);
  }
  return reportOf(asked, appendMs);
}

/** Each conversation is somebody else's memory. */
function scopeOf({ id }: Sample) {
  return { workspace: 'bench', user: id, collection: 'locomo' };
}

/** Answers which turn each message is. */
async function replay(fleet: TestFleet, sample: Sample, appendMs: number[]): Promise<ReadonlyMap<string, string>> {
  const turnOf = new Map<string, string>();
  for (const turn of sample.turns) {
    const started = performance.now();
    const { message_id } = await fleet.caller.call('conversations', 'append_message', {
      ...scopeOf(sample),
      conversation_id: sample.id,
      role: 'user',
      speaker: turn.speaker,
      content: contentOf(turn),
      timestamp: turn.timestamp,
    });
    appendMs.push(performance.now() - started);
    turnOf.set(message_id, turn.id);
  }
  return turnOf;
}

function contentOf({ text, caption }: Turn): string {
  return caption === '' ? text : `${text} [image: ${caption}]`;
}

async function ask(fleet: TestFleet, sample: Sample, turnOf: ReadonlyMap<string, string>): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const { text, evidence, category } of sample.questions) {
    const started = performance.now();
    const { messages } = await fleet.caller.call('conversations', 'search', { ...scopeOf(sample), query: text, top_k: 20 });
    const ms = performance.now() - started;
    asked.push({ found: messages.map(({ id }) => turnOf.get(id) ?? ''), evidence, category, ms });
  }
  return asked;
}
