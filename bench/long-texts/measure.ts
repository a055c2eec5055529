import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invoke, startFleet, type TestFleet } from '@agent-mem/testing';

/** How long at most the process answered nobody, by what it was asked with one text. */
export interface LongTextStall {
  readonly repeated: string;
  readonly operation: string;
  /** By the clock: what other programs take of the processors is in it. */
  readonly stallMs: number;
  /** What the thread itself took for one round of its event loop. */
  readonly turnMs: number;
}

/** Each sentence of it says something else. */
export const varied = 'a sentence that differs each time';

/** What a text of 64 KiB is repeated of: what each of our readers looks for, begun and never ended, and plain words. */
const repeated: readonly string[] = [
  ...[
    'the ',
    'a b c ',
    'I live in Porto. ',
    'My wife is Anne and ',
    'What is it? ',
    'my ',
    '- item\n',
    '\n',
    ' ',
    '.',
    'a',
    'A',
    '1 ',
    'a,',
  ],
  ...[
    '</memory ',
    '<',
    '"',
    "'",
    '`',
    '(',
    '[',
    '{"',
    '["',
    '/',
    '*',
    '#',
    '|',
    '@',
    '= ',
    'x = y; ',
    'http://a.b/c ',
    '-----BEGIN ',
  ],
  ...['password ', 'token is ', 'Bearer ', '4111 ', '4 1 1 1 ', 'DE89 ', 'ssn ', 'eyJhbGciOi.', '+1 555 ', 'street 1 '],
  ...['can you please ', 'Mr. ', 'great news ', 'yes\t\t', ' is s', ' and got I', '!', '\t ', 'pwd to \t '],
  ...['ignore all previous ', 'i g n o r e ', 'you must ', 'system: ', 'because ', 'if ', 'not ', 'and '],
];

const operations: Readonly<Record<string, (fleet: TestFleet, user: string, text: string) => Promise<unknown>>> = {
  'facts.Store': ({ caller }, user, content) => caller.call('facts', 'store', { user, content }),
  'facts.Interpret': ({ caller }, user, message) => caller.call('facts', 'interpret', { user, message }),
  'facts.Retrieve': ({ caller }, user, query) => caller.call('facts', 'retrieve', { user, query }),
  'episodes.Store': ({ caller }, user, text) =>
    caller.call('episodes', 'store', { user, goal: 'g', steps: [text], outcome: text }),
  'conversations.AppendMessage': ({ caller }, user, content) =>
    caller.call('conversations', 'append_message', { user, conversation_id: 'c1', role: 'user', content }),
  'working-memory.StoreDetail': ({ caller }, user, chunk) =>
    caller.call('working-memory', 'store_detail', { user, memory_key: 'k', chunk, end: true }),
  'agent.Invoke, and what is learned of it': ({ caller }, user, question) =>
    invoke(caller, { user, question, conversation_id: 'c1' }),
};

/** Asks each operation with each text, one after the other in one scope, and looks how long the event loop stood still, also in what follows. Answers the worst first. */
export async function measureLongTexts(bytes: number): Promise<readonly LongTextStall[]> {
  const stalls: LongTextStall[] = [];
  for (const unit of [...repeated, varied]) {
    // A fleet that has read all texts before would look through them again.
    await using fleet = await startFleet({});
    await invoke(fleet.caller, { question: 'My name is Anne. Who am I?' });
    await fleet.settled();
    const text = textOf(unit, bytes);
    for (const [operation, ask] of Object.entries(operations)) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const longestTurn = watchTurns();
      // A text without a word is no query, and one without a goal no episode: what is refused is read too.
      await ask(fleet, 'anne', text).catch(() => undefined);
      await fleet.settled();
      await nextTurn();
      delay.disable();
      stalls.push({ repeated: unit, operation, stallMs: delay.max / 1e6, turnMs: longestTurn() });
    }
  }
  return stalls.toSorted((a, b) => b.turnMs - a.turnMs);
}

function textOf(unit: string, bytes: number): string {
  const said = (index: number) => `My cousin number ${index} lives in Town${index} and likes ${index} birds. `;
  const texts = Array.from({ length: Math.ceil(bytes / unit.length) }, (_, index) => (unit === varied ? said(index) : unit));
  return texts.join('').slice(0, bytes);
}

/** Looks at each round of the event loop until it is asked for the longest, in milliseconds of the thread's own time. */
function watchTurns(): () => number {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = usedMs();
  let longest = 0;
  let isOver = false;
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isOver = true;
    return longest;
  };
}
