import type { ReceiptTiers } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { startFleet } from '@agent-mem/testing';
import { fill } from '../recall/fill.ts';
import { facts, messages } from '../recall/subject.ts';
import { seededTexts } from '../seeded-texts.ts';
import { type Taken, timed } from '../timed.ts';
import { countMessages, type MessageCounts } from './counted-bus.ts';
import { scriptedSteps } from './scripted-steps.ts';

/** What an invocation with so many memories comes to. */
export interface AgentFigures {
  readonly memories: number;
  /** From the question to the last frame, the model taking no time. */
  readonly answered: Taken;
  /** From the last frame until every effect of it is there. */
  readonly settledMs: readonly number[];
  /** For one invocation, its effects afterwards included. */
  readonly messages: Readonly<MessageCounts>;
  /** Of each invocation's receipt. */
  readonly tiers: readonly ReceiptTiers[];
  readonly recallMs: readonly number[];
  readonly promptTokens: readonly number[];
  /** The share of questions whose memory stands in the prompt of the last step; `null`: there is none. */
  readonly found: number | null;
}

/** Of ten memories five are facts, one is an episode, and four are messages of other conversations. */
const shares = { facts: 0.5, episodes: 0.1, messages: 0.4 };
const services = ['facts', 'episodes', 'conversations', 'working-memory', 'agent'];

/** Asks the agent so many questions, on SQLite. With memories all are asked in one conversation; without, each by somebody else. */
export async function measureAgent(memories: number, questions: number): Promise<AgentFigures> {
  const texts = seededTexts(6);
  const { chatModel, lastPrompt } = scriptedSteps();
  await using fleet = await startFleet({ services, bus: 'sqlite', chatModel });
  const { caller } = fleet;
  const users = ['someone'];
  await fill(caller, facts, texts, { users, memoriesOfEach: Math.round(memories * shares.facts) });
  await fill(caller, messages, texts, { users, memoriesOfEach: Math.round(memories * shares.messages) });
  for (let index = 0; index < memories * shares.episodes; index += 1) {
    const scope = { workspace: 'bench', user: 'someone', collection: 'recall' };
    await caller.call('episodes', 'store', { ...scope, goal: texts.text(index), outcome: texts.text(index + 1) });
  }
  await fleet.settled();

  const askedFor = (index: number) => index % Math.max(1, memories * shares.facts);
  const ask = async (index: number) => {
    const user = memories === 0 ? `somebody-${index}` : 'someone';
    const scope = { workspace: 'bench', user, collection: 'recall' };
    const request = { ...scope, question: texts.question(askedFor(index)), conversation_id: 'talk' };
    let last = null;
    for await (const frame of caller.stream('agent', 'invoke', request, { timeoutMs: 60_000 })) last = frame;
    if (!last?.end_of_dialog || last.type === 'error') throw new Error(`The agent answered ${JSON.stringify(last)}`);
    return last;
  };
  await timed(questions, (index) => ask(index));
  await fleet.settled();

  const counts = await countMessages(fleet.ports.bus);
  const tiers: ReceiptTiers[] = [];
  const [settledMs, recallMs, promptTokens]: [number[], number[], number[]] = [[], [], []];
  const took: Taken[] = [];
  let found = 0;
  for (let index = 0; index < questions; index += 1) {
    took.push(
      await timed(1, async () => {
        const { receipt } = await ask(questions + index);
        if (receipt?.tiers) tiers.push(receipt.tiers);
        if (receipt) recallMs.push(receipt.ms);
      }),
    );
    promptTokens.push(countTokens(lastPrompt()));
    if (lastPrompt().includes(texts.text(askedFor(questions + index)))) found += 1;
    const started = performance.now();
    await fleet.settled();
    settledMs.push(performance.now() - started);
  }
  const each = (count: number) => count / questions;
  return {
    memories,
    answered: {
      ms: took.flatMap(({ ms }) => ms),
      cpuMs: took.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / questions,
      blockedMs: Math.max(...took.map(({ blockedMs }) => blockedMs)),
    },
    settledMs,
    messages: { query: each(counts.query), command: each(counts.command), reply: each(counts.reply), event: each(counts.event) },
    tiers,
    recallMs,
    promptTokens,
    found: memories === 0 ? null : found / questions,
  };
}
