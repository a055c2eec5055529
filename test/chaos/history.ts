/** What a client was promised: written down as each answer came. */
export interface History {
  /** Contents of facts, with the id that was answered. */
  readonly facts: Map<string, string>;
  /** Goals of episodes, with the id that was answered. */
  readonly episodes: Map<string, string>;
  /** Contents of messages, with where they were put. */
  readonly messages: Map<string, { readonly conversation: string; readonly id: string; readonly ordinal: number }>;
  /** Questions of invocations, with what each was to leave behind. */
  readonly invocations: Map<string, { readonly conversation: string; readonly id: string; readonly teaches: string }>;
}

export function emptyHistory(): History {
  return { facts: new Map(), episodes: new Map(), messages: new Map(), invocations: new Map() };
}

/** What the fleet holds of a scope, read through its own doors. */
export interface Holdings {
  readonly facts: readonly { readonly id: string; readonly content: string }[];
  readonly episodes: readonly { readonly id: string; readonly goal: string }[];
  /** By conversation. */
  readonly messages: ReadonlyMap<string, readonly { readonly id: string; readonly content: string; readonly ordinal: number }[]>;
  readonly invocations: ReadonlyMap<string, readonly { readonly invocation_id: string | null; readonly query: string }[]>;
}

/** Each promise that the holdings break, as a sentence. */
export function brokenPromises(history: History, held: Holdings): string[] {
  return [
    ...onceEach('fact', history.facts, held.facts, (fact) => fact.content),
    ...onceEach('episode', history.episodes, held.episodes, (episode) => episode.goal),
    ...[...history.messages].flatMap(([content, { conversation, id, ordinal }]) => {
      const found = (held.messages.get(conversation) ?? []).filter((message) => message.content === content);
      if (found.length !== 1) return [`message "${content}" is there ${found.length} times`];
      return found[0]?.id === id && found[0].ordinal === ordinal ? [] : [`message "${content}" is not where it was said to be`];
    }),
    ...[...held.messages].flatMap(([conversation, messages]) => {
      const ordinals = messages.map(({ ordinal }) => ordinal);
      return ordinals.every((ordinal, index) => ordinal === index + 1)
        ? []
        : [`${conversation} has ordinals ${ordinals.join(' ')}`];
    }),
    ...[...history.invocations].flatMap(([question, { conversation, id, teaches }]) => {
      const summaries = (held.invocations.get(conversation) ?? []).filter((summary) => summary.query === question);
      const learned = held.facts.filter((fact) => fact.content.includes(teaches));
      const said = (held.messages.get(conversation) ?? []).filter((message) => message.content === question);
      return [
        ...(summaries.length === 1 && summaries[0]?.invocation_id === id
          ? []
          : [`invocation ${id} is summarised ${summaries.length} times`]),
        ...(learned.length === 1 ? [] : [`invocation ${id} taught "${teaches}" ${learned.length} times`]),
        ...(said.length === 1 ? [] : [`invocation ${id} is in the history ${said.length} times`]),
      ];
    }),
  ];
}

function onceEach<Item extends { readonly id: string }>(
  noun: string,
  promised: ReadonlyMap<string, string>,
  held: readonly Item[],
  textOf: (item: Item) => string,
): string[] {
  return [...promised].flatMap(([text, id]) => {
    const found = held.filter((item) => textOf(item) === text);
    if (found.length !== 1) return [`${noun} "${text}" is there ${found.length} times`];
    return found[0]?.id === id ? [] : [`${noun} "${text}" has another id than was answered`];
  });
}
