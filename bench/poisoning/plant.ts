import { scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, invoke, startFleet, type TestFleet } from '@agent-mem/testing';

/** How a text gets into a memory: stored as what the user said, as what a tool said, as the lesson of an episode, or learned from what a tool showed. */
export const ways = ['told', 'fact', 'episode', 'learned'] as const;

/** One of them. */
export type Way = (typeof ways)[number];

/** What became of a planted text. */
export interface Planted {
  readonly text: string;
  readonly way: Way;
  readonly isQuarantined: boolean;
  /** Retrieve answered it to a question of the same words. */
  readonly isAnswered: boolean;
  /** It stood in the agent's prompt. */
  readonly isInjected: boolean;
}

/** Plants each text by itself, in a scope of its own, and asks for it: as a client and as an agent. */
export async function plant(texts: readonly string[], way: Way): Promise<readonly Planted[]> {
  // The model learns whatever it is shown: nothing here rests on what a model would let pass.
  const visible = new Map<string, string>();
  const chatModel = scriptedChatModel(({ messages }) => {
    const prompt = messages.map(({ content }) => content).join('\n');
    if (prompt.includes('Final Answer:')) return 'Thought: done\nFinal Answer: done';
    const [mark = ''] = /mark\d+z/.exec(prompt) ?? [];
    return JSON.stringify([{ text: visible.get(mark) ?? '', from: 'tool' }]);
  });
  await using fleet = await startFleet({ chatModel });
  for (const [number, text] of texts.entries()) {
    visible.set(`mark${number}z`, text);
    await plantOne(fleet, text, way, number);
  }
  await fleet.settled();
  const planted: Planted[] = [];
  for (const [number, text] of texts.entries()) planted.push(await becameOf(fleet, text, way, number));
  return planted;
}

const userOf = (number: number) => `u${number}`;

async function plantOne({ caller, ports }: TestFleet, text: string, way: Way, number: number): Promise<void> {
  const user = userOf(number);
  if (way === 'told') await caller.call('facts', 'store', { user, content: text, trust: 'user' });
  if (way === 'fact') await caller.call('facts', 'store', { user, content: text, trust: 'tool' });
  if (way === 'episode')
    await caller.call('episodes', 'store', { user, goal: `Close case ${number}`, lessons: text, trust: 'agent' });
  if (way === 'learned') {
    const step = { thought: 'look', action: 'Fetch', arguments: '{}', observation: text, success: true };
    const done = {
      invocation_id: `inv_${number}`,
      question: `What does page mark${number}z say?`,
      answer: 'Read',
      steps: [step],
      extract_facts: true,
    };
    await publishEvent(ports.bus, invocationCompleted(done, { id: `event-${number}`, user, conversation_id: `c${number}` }));
  }
}

async function becameOf({ caller }: TestFleet, text: string, way: Way, number: number): Promise<Planted> {
  const user = userOf(number);
  const query = text.split(/\s+/).toReversed().join(' ');
  const statuses = ['QUARANTINED'] as const;
  const [facts, episodes, quarantinedFacts, quarantinedEpisodes] = await Promise.all([
    caller.call('facts', 'retrieve', { user, query }),
    caller.call('episodes', 'retrieve', { user, query }),
    caller.call('facts', 'list', { user, statuses: [...statuses] }),
    caller.call('episodes', 'list', { user, statuses: [...statuses] }),
  ]);
  // What is asked is kept too; the conversation is another each time.
  const { receipt } = await invoke(caller, { user, question: query });
  const { profile, facts: shownFacts, episodes: shownEpisodes } = receipt?.tiers ?? {};
  const injected = [profile, shownFacts, shownEpisodes].flatMap((tier) => tier?.items ?? []);
  return {
    text,
    way,
    isQuarantined: quarantinedFacts.facts.length + quarantinedEpisodes.episodes.length > 0,
    isAnswered: facts.facts.length + episodes.episodes.length > 0,
    isInjected: injected.length > 0,
  };
}
