/** What each kind of write is to leave behind, by the text that it is known by. */
interface Written {
  readonly fact: { readonly id: string };
  readonly episode: { readonly id: string };
  readonly message: { readonly conversation: string; readonly id: string; readonly ordinal: number };
  readonly invocation: { readonly conversation: string; readonly id: string };
}

/** What clients were promised: written down as each answer came. */
export interface History {
  readonly facts: Map<string, Written['fact']>;
  readonly episodes: Map<string, Written['episode']>;
  readonly messages: Map<string, Written['message']>;
  /** By question. */
  readonly invocations: Map<string, Written['invocation']>;
  /** Texts of writes that were cut off and never repeated: they may be there or not, but not twice. */
  readonly abandoned: Set<string>;
  /** Questions that were not answered yet when the journal of invocations was lost: asked again, each is another invocation. */
  readonly journalLost: Set<string>;
  /** Answers as JSON, by the number of the write. */
  readonly answers: Map<number, string>;
}

export function emptyHistory(): History {
  return {
    facts: new Map(),
    episodes: new Map(),
    messages: new Map(),
    invocations: new Map(),
    abandoned: new Set(),
    journalLost: new Set(),
    answers: new Map(),
  };
}

/** What the fleet holds of a scope, read through its own transports. */
export interface Holdings {
  readonly facts: readonly { readonly id: string; readonly content: string }[];
  readonly episodes: readonly { readonly id: string; readonly goal: string }[];
  /** By conversation. */
  readonly messages: ReadonlyMap<string, readonly HeldMessage[]>;
  readonly invocations: ReadonlyMap<string, readonly { readonly invocation_id: string | null; readonly query: string }[]>;
}

interface HeldMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly ordinal: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tool_calls: readonly object[];
}

/** What the question of an invocation teaches: the fact that is learned from it. */
export function taughtBy(question: string): string {
  return question.replace('Remember that l', 'L');
}

/** Each promise that the holdings break, as a sentence. */
export function brokenPromises(history: History, held: Holdings): string[] {
  return [
    ...brokenRecords(history, {
      noun: 'fact',
      promised: history.facts,
      held: held.facts,
      textOf: ({ content }) => content,
      alsoExpected: [...history.invocations.keys(), ...history.abandoned].map(taughtBy),
    }),
    ...brokenRecords(history, {
      noun: 'episode',
      promised: history.episodes,
      held: held.episodes,
      textOf: ({ goal }) => goal,
    }),
    ...brokenMessages(history, held),
    ...brokenOrder(held),
    ...[...history.invocations].flatMap(([question, promised]) => brokenInvocation(question, promised, held, history)),
    ...[...history.abandoned].flatMap((text) => brokenAbandoned(text, held, history)),
    ...unknownInvocations(history, held),
  ];
}

/** Records of one kind: those that were promised, by their texts, and those that are there. */
interface Records<Item> {
  readonly noun: string;
  readonly promised: ReadonlyMap<string, { readonly id: string }>;
  readonly held: readonly Item[];
  textOf(item: Item): string;
  readonly alsoExpected?: readonly string[];
}

/** Each promised record is there once with its id, and there is none that nobody asked for. */
function brokenRecords<Item extends { readonly id: string }>(
  { abandoned }: History,
  { noun, promised, held, textOf, alsoExpected = [] }: Records<Item>,
): string[] {
  const byText = Map.groupBy(held, textOf);
  const expected = new Set([...promised.keys(), ...abandoned, ...alsoExpected]);
  return [
    ...[...promised].flatMap(([text, { id }]) => {
      const found = byText.get(text) ?? [];
      if (found.length !== 1) return [`${noun} "${text}" is there ${found.length} times`];
      return found[0]?.id === id ? [] : [`${noun} "${text}" has another id than was answered`];
    }),
    ...[...byText.keys()].filter((text) => !expected.has(text)).map((text) => `${noun} "${text}" was asked for by nobody`),
  ];
}

function brokenMessages({ messages }: History, held: Holdings): string[] {
  return [...messages].flatMap(([content, { conversation, id, ordinal }]) => {
    const found = said(held, content);
    if (found.length !== 1) return [`message "${content}" is there ${found.length} times`];
    const isInOrder = found[0]?.id === id && found[0].ordinal === ordinal && held.messages.get(conversation)?.includes(found[0]);
    return isInOrder ? [] : [`message "${content}" is not where it was said to be`];
  });
}

function brokenOrder(held: Holdings): string[] {
  return [...held.messages].flatMap(([conversation, messages]) => {
    const ordinals = messages.map(({ ordinal }) => ordinal);
    return ordinals.every((ordinal, index) => ordinal === index + 1)
      ? []
      : [`${conversation} has ordinals ${ordinals.join(' ')}`];
  });
}

/** An invocation leaves one summary, one fact, its question and its answer. Where the journal was lost, a repeat leaves its own, and still one fact. */
function brokenInvocation(
  question: string,
  { conversation, id }: Written['invocation'],
  held: Holdings,
  { journalLost }: History,
): string[] {
  const summaries = (held.invocations.get(conversation) ?? []).filter((summary) => summary.query === question);
  const learned = held.facts.filter((fact) => fact.content === taughtBy(question));
  const exchange = (held.messages.get(conversation) ?? []).filter(({ metadata }) => metadata.invocation_id === id);
  const roles = exchange.map(({ role }) => role).join(' ');
  const mayRepeat = journalLost.has(question);
  const own = summaries.filter(({ invocation_id }) => invocation_id === id);
  const asked = said(held, question).length;
  return [
    ...(own.length === 1 ? [] : [`invocation ${id} is summarised ${own.length} times`]),
    ...(mayRepeat || summaries.length === own.length
      ? []
      : [`"${question}" is summarised ${summaries.length} times, ${own.length} of them as it was answered`]),
    ...(learned.length === 1 ? [] : [`invocation ${id} taught "${taughtBy(question)}" ${learned.length} times`]),
    ...(roles === 'user assistant' ? [] : [`invocation ${id} is in the history as "${roles}"`]),
    ...(asked === summaries.length
      ? []
      : [`"${question}" is in the history ${asked} times, summarised ${summaries.length} times`]),
  ];
}

/** What nobody repeated has all of its effects once, or none. */
function brokenAbandoned(text: string, held: Holdings, { journalLost }: History): string[] {
  const records = held.facts.filter(({ content }) => content === text).length;
  const episodes = held.episodes.filter(({ goal }) => goal === text).length;
  const summaries = [...held.invocations.values()].flat().filter(({ query }) => query === text).length;
  const learned = held.facts.filter(({ content }) => content === taughtBy(text) && content !== text).length;
  const messages = said(held, text).length;
  const mayRepeat = journalLost.has(text) && summaries > 0;
  const most = mayRepeat ? learned : Math.max(records, episodes, messages, summaries, learned);
  if (most > 1) return [`"${text}", which was cut off and not repeated, is there ${most} times`];
  return Math.min(summaries, 1) === learned && summaries <= messages
    ? []
    : [`"${text}", which was cut off, had a part of its effects`];
}

function unknownInvocations(history: History, held: Holdings): string[] {
  return [...held.invocations.values()]
    .flat()
    .filter(({ query }) => !history.invocations.has(query) && !history.abandoned.has(query))
    .map(({ query }) => `invocation "${query}" was asked for by nobody`);
}

function said(held: Holdings, content: string): readonly HeldMessage[] {
  return [...held.messages.values()].flat().filter((message) => message.role === 'user' && message.content === content);
}
