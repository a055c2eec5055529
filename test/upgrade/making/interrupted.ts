import { serviceTopic, topicUrl } from '@agent-mem/contract';
import { purposeOf } from '../model-script.ts';
import { shellKey, shellTopic } from '../shell.ts';
import type { Checkout } from './checkout.ts';
import { type Fate, startModelServer } from './model-server.ts';
import { until } from './poll.ts';
import { type Publication, publishOffline } from './publish-offline.ts';
import { type Ask, askOf, stage, startStage, untilHandled } from './stage.ts';

/** When the process is killed, to the minute. */
export const killedAt = '2026-03-12T09:16:00Z';

const trace = { invocation_id: 'inv_01960000-0000-7000-8000-000000000003' };

/** Goes on with a settled folder until it is in the middle of everything, and kills the process there. */
export async function makeInterrupted(checkout: Checkout, folder: string): Promise<void> {
  const shortLived = { FACT_TTL_DAYS: '1' };
  let refusedId = '';
  await stage({ checkout, folder, at: '2026-03-11T09:00:00Z', environment: shortLived }, async (ask) => {
    await ask('facts', 'store', { content: 'The ladder is lent to Uma until tomorrow' });
    const { facts } = await ask('facts', 'list', { statuses: ['DELETED'] });
    refusedId = facts.find(({ content }) => content === 'The piano is tuned in May')?.id ?? '';
    await untilHandled(folder);
  });
  await withFailingModel(checkout, folder);
  await publishOffline(
    checkout,
    folder,
    '2026-03-12T09:10:00Z',
    [
      { topic: serviceTopic('facts', 'command'), key: 'restore', payload: JSON.stringify({ restore: { fact_id: refusedId } }) },
      ...fromTheShell,
    ],
    [shellTopic],
  );
  await killInTheMiddle(checkout, folder);
}

/** A fact that could not be compared with the others, and an event that became a dead letter. */
async function withFailingModel(checkout: Checkout, folder: string): Promise<void> {
  const fails = (prompt: string): Fate => (['extract', 'reconcile'].includes(purposeOf(prompt)) ? 'failed' : 'answered');
  await using model = await startModelServer(fails);
  const { environment } = model;
  await stage({ checkout, folder, at: '2026-03-12T09:05:00Z', environment }, async (ask, { httpUrl }) => {
    await ask('facts', 'store', { content: 'Ole likes Assam tea' });
    await ask('agent', 'invoke', { conversation_id: 'c-nils', question: 'My brother Nils plays the cello, which present fits?' });
    await until('a dead letter', async () => (await deadLetters(httpUrl)) === 1);
    await until('a fact that is unreconciled', async () => {
      const { facts } = await ask('facts', 'list', {});
      return facts.some(({ unreconciled }) => unreconciled);
    });
    // It is stopped before the fact is compared for a second time, a minute later.
  });
}

/** What a Pulsar client asks without waiting: an invocation, and a command for a service that does not run. */
const fromTheShell: readonly Publication[] = [
  {
    topic: serviceTopic('agent', 'command'),
    key: 'c-roof',
    properties: { id: 'ask-roof', reply_to: topicUrl(shellTopic), idempotency_key: shellKey },
    payload: JSON.stringify({
      invoke: { conversation_id: 'c-roof', question: 'Please note that the roof was mended by Lou', streaming: false },
    }),
  },
  {
    topic: serviceTopic('episodes', 'command'),
    key: 'chimney',
    properties: { id: 'store-chimney', reply_to: topicUrl(shellTopic) },
    payload: JSON.stringify({ store: { goal: 'Sweep the chimney', outcome: 'It is swept', success: true } }),
  },
];

/**
 * Kills it when three answers of the model are awaited: the second step of an invocation, what another one teaches, and a shorter trace.
 * No embedder answers, so that what is stored has no vector; `episodes` does not run, so that its events and commands wait.
 */
async function killInTheMiddle(checkout: Checkout, folder: string): Promise<void> {
  await using model = await startModelServer(hangs);
  const environment = {
    ...model.environment,
    EMBEDDINGS_URL: 'http://127.0.0.1:9/v1',
    EMBEDDINGS_API_KEY: '',
    CONVERSATION_IDLE_SECONDS: '60',
  };
  const services = ['facts', 'conversations', 'working-memory', 'graph', 'agent', 'gateway'];
  await using fleet = await startStage({ checkout, folder, at: '2026-03-12T09:15:00Z', services, environment });
  const ask = askOf(fleet);
  await ask('facts', 'store', { content: 'The museum opens at ten' });
  await talk(ask, 'c-ended', ['Who sweeps the chimney?', 'Sam does.', 'When does Sam come?', 'On Monday.']);
  await ask('conversations', 'end', { conversation_id: 'c-ended' });
  await talk(ask, 'c-open', ['Is the window shut?', 'It is.']);
  await ask('agent', 'invoke', { conversation_id: 'c-ida', question: 'My aunt Ida grows roses, which gift fits?' });
  await ask('working-memory', 'append', { ...trace, goal: 'Find the kettle', items: notes });
  // The process is killed before it answers.
  ask('working-memory', 'compress', { ...trace, max_tokens: 400 }).catch(() => undefined);
  await until('three prompts without an answer', () => model.hanging.length === 3);
  await until('two dead letters', async () => (await deadLetters(fleet.httpUrl)) === 2);
  await fleet.kill();
}

function hangs(prompt: string): Fate {
  const isSecondStep = prompt.includes('roof was mended') && prompt.includes('kind="observation"');
  switch (purposeOf(prompt)) {
    case 'react':
      return isSecondStep ? 'hanging' : 'answered';
    case 'extract':
      return prompt.includes('aunt Ida') ? 'hanging' : 'answered';
    case 'steps':
      return 'hanging';
    default:
      return 'answered';
  }
}

const notes = Array.from({ length: 12 }, (_, index) => ({
  type: index % 2 === 0 ? ('thought' as const) : ('observation' as const),
  content: `Note ${index + 1}: ${'the kettle was not in this cupboard, so another one has to be opened; '.repeat(3)}`,
}));

async function talk(ask: Ask, conversation_id: string, lines: readonly string[]): Promise<void> {
  for (const [index, content] of lines.entries())
    await ask('conversations', 'append_message', { conversation_id, role: index % 2 === 0 ? 'user' : 'assistant', content });
}

async function deadLetters(url: string): Promise<number> {
  const response = await fetch(`${url}/admin/dead-letters`);
  return ((await response.json()) as { dead_letters: unknown[] }).dead_letters.length;
}
