import { type ChatRequest, hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { countTokens } from '@agent-mem/recall/ranking';
import { invocationCompleted, startFleet, type TestFleet } from '@agent-mem/testing';
import { table } from '../markdown-table.ts';
import { tasks, turns } from './turns.ts';

/** What models were asked to learn from the turns. */
interface Cost {
  calls: number;
  tokensIn: number;
  tokensOut: number;
}

type Source = 'invocations' | 'messages';

/** Model calls and tokens that learning from a hundred turns takes, with their end, as the agent's invocations and as appended messages. */
export async function runLearningCost(): Promise<string> {
  const rows: (readonly (string | number)[])[] = [];
  for (const source of ['invocations', 'messages'] as const) {
    for (const every of ['1', '5', '10m']) {
      const byTemplate = await costOf(source, every);
      const all = [...byTemplate.values()];
      const sum = (member: keyof Cost) => all.reduce((total, cost) => total + cost[member], 0);
      const parts = [...byTemplate].map(([template, { calls }]) => `${template} ${calls}`).toSorted();
      rows.push([source, every, sum('calls'), sum('tokensIn'), sum('tokensOut'), parts.join(', ')]);
    }
  }
  return table(['turns come as', 'LEARN_EVERY', 'calls', 'tokens in', 'tokens out', 'calls by template'], rows);
}

async function costOf(source: Source, every: string): Promise<ReadonlyMap<string, Cost>> {
  const costs = new Map<string, Cost>();
  const chatModel = scriptedChatModel((request) => {
    const answer = answerTo(request);
    const cost = costs.get(request.template) ?? { calls: 0, tokensIn: 0, tokensOut: 0 };
    cost.calls += 1;
    cost.tokensIn += request.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
    cost.tokensOut += countTokens(answer);
    costs.set(request.template, cost);
    return answer;
  });
  const services = ['conversations', 'facts', 'episodes'];
  await using fleet = await startFleet({ services, chatModel, embedder: hashEmbedder(), environment: { LEARN_EVERY: every } });
  for (const [index, turn] of turns.entries()) await (source === 'messages' ? append(fleet, turn) : invoke(fleet, turn, index));
  await fleet.caller.call('conversations', 'end', { conversation_id: 'c1' });
  await fleet.settled();
  return costs;
}

async function append(fleet: TestFleet, content: string): Promise<void> {
  const messages = [
    { role: 'user', content },
    { role: 'assistant', content: 'Here is what I found.' },
  ] as const;
  await fleet.caller.call('conversations', 'append_messages', { conversation_id: 'c1', messages: [...messages] });
  await fleet.settled();
}

async function invoke(fleet: TestFleet, question: string, index: number): Promise<void> {
  const step = (action: string) => ({ thought: `I need ${action}`, action, arguments: '{}', observation: 'done', success: true });
  const steps = tasks.has(question) ? [step('Search'), step('Write')] : [];
  const invocation_id = `inv_0190a0a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const done = { invocation_id, question, answer: 'Here is what I found.', steps, extract_facts: true, record_episode: true };
  await publishEvent(fleet.ports.bus, invocationCompleted(done, { id: `event-${index}` }));
  await fleet.settled();
}

/** As a model that finds one fact in each statement about the user, and nothing that contradicts another. */
function answerTo({ template, variables }: ChatRequest): string {
  const given = variables as Readonly<Record<string, never>>;
  if (template === 'extract-facts') return JSON.stringify(String(given.message).split('\n\n').filter(tells).map(factOf));
  if (template === 'conversation-facts') {
    const messages: readonly { readonly number: number; readonly content: string }[] = given.messages ?? [];
    return JSON.stringify(
      messages.flatMap(({ number, content }) => (tells(content) ? [{ message: number, fact: factOf(content) }] : [])),
    );
  }
  if (template === 'reconcile-facts') {
    const [memories, facts]: (readonly { readonly number: number }[])[] = [given.memories ?? [], given.facts ?? []];
    const events = (list: typeof memories, event: string) => (list ?? []).map(({ number: id }) => ({ id, event }));
    return JSON.stringify([...events(memories, 'NONE'), ...events(facts, 'ADD')]);
  }
  if (template === 'summarise-invocation') return 'The agent searched and wrote down what it found.';
  return JSON.stringify({
    task: true,
    goal: JSON.stringify(variables).slice(0, 60),
    steps: ['Search'],
    outcome: 'Done',
    lessons: '',
  });
}

function tells(message: string): boolean {
  return /\b(?:i|i'm|my|we|me|codename)\b/i.test(message) && !message.endsWith('?');
}

function factOf(message: string): string {
  return `The user said: ${message}`;
}
