import { randomInt } from 'node:crypto';
import { seededRandom } from '@agent-mem/testing';
import { it } from 'vitest';
import { verifies } from '../verifies.ts';
import { isFull } from './size.ts';
import { notedFor, startSlowModel } from './slow-model.ts';
import { type Ordeal, surviveKills } from './survive-kills.ts';

/*
 * The same seed makes the same writes and the same moments, but not the same races. A failure says what was broken, and by which seed.
 * In full (`npm run chaos`) the two take from a minute and a half to three on two cores; CHAOS_KILLS and CHAOS_OPERATIONS make it smaller or larger.
 */
const kills = Number(process.env.CHAOS_KILLS ?? (isFull ? 50 : 12));
const operations = Number(process.env.CHAOS_OPERATIONS ?? (isFull ? 2000 : 400));
const seed = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31));
const timeout = 1_200_000;

it(
  `kill -9 at ${kills} random moments of ${operations} writes loses nothing and does nothing twice (CHAOS_SEED=${seed})`,
  { timeout, ...verifies('write.durable', 'command.once', 'event.once') },
  () => surviveKills({ kills, operations, seed }),
);

const slowKills = Math.ceil(kills / 5);
const slowOperations = Math.ceil(operations / 10);

it(`kill -9 at ${slowKills} moments of ${slowOperations} slow invocations repeats no step of theirs (CHAOS_SEED=${seed})`, {
  timeout,
  ...verifies('event.once', 'command.once'),
}, async () => {
  await using model = await startSlowModel(400, seededRandom(seed));
  const environment = { LLM_URL: model.url, LLM_MODEL: 'slow', LLM_API_KEY: '' };
  await surviveKills({ kills: slowKills, operations: slowOperations, seed, kindOf: () => 1, environment, own: notedOnce });
});

/** Each invocation called its tool once, and shows the call once. */
const notedOnce: Ordeal['own'] = (history, held) => {
  const noted = Map.groupBy(held.facts, ({ content }) => content);
  const others = held.facts.filter(({ content }) => !content.startsWith(notedFor('')));
  const questions = [...history.invocations];
  const calls = (id: string) =>
    [...held.messages.values()].flat().filter(({ metadata, role }) => metadata.invocation_id === id && role === 'assistant');
  const broken = questions.flatMap(([question, { id }]) => [
    ...(noted.get(notedFor(question))?.length === 1
      ? []
      : [`"${notedFor(question)}" is there ${noted.get(notedFor(question))?.length ?? 0} times`]),
    ...calls(id)
      .filter(({ tool_calls }) => tool_calls.length !== 1)
      .map(({ tool_calls }) => `invocation ${id} shows ${tool_calls.length} calls`),
  ]);
  return { broken, others: { ...held, facts: others } };
};
