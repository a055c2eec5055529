import type { Caller } from '@agent-mem/messaging';

/** One kind of memory, and how it is kept and asked for. */
export interface Subject {
  readonly service: 'facts' | 'conversations';
  /** What the report calls a question. */
  readonly name: string;
  store(caller: Caller, memory: Memory): Promise<unknown>;
  /** Answers how many were found. */
  ask(caller: Caller, question: Question): Promise<number>;
}

/** What is kept. */
export interface Memory {
  readonly user: string;
  readonly number: number;
  readonly text: string;
}

/** What is asked. */
export interface Question {
  readonly user: string;
  readonly query: string;
  /** Default: as long as it takes. */
  readonly timeoutMs?: number;
}

const topK = 10;
const messagesInConversation = 100;
const patienceMs = 120_000;

function scopeOf(user: string) {
  return { workspace: 'bench', user, collection: 'recall' };
}

export const facts: Subject = {
  service: 'facts',
  name: 'facts.Retrieve',
  store: (caller, { user, text }) =>
    caller.call('facts', 'store', { ...scopeOf(user), content: text }, { timeoutMs: patienceMs }),
  async ask(caller, { user, query, timeoutMs = patienceMs }) {
    const answer = await caller.call('facts', 'retrieve', { ...scopeOf(user), query, top_k: topK }, { timeoutMs });
    return answer.facts.length;
  },
};

export const messages: Subject = {
  service: 'conversations',
  name: 'conversations.Search',
  store: (caller, { user, number, text }) => {
    const conversation_id = `c${Math.floor(number / messagesInConversation)}`;
    const message = {
      ...scopeOf(user),
      conversation_id,
      role: 'user' as const,
      speaker: number % 2 === 0 ? 'Anne' : 'Bert',
      content: text,
    };
    return caller.call('conversations', 'append_message', message, { timeoutMs: patienceMs });
  },
  async ask(caller, { user, query, timeoutMs = patienceMs }) {
    const answer = await caller.call('conversations', 'search', { ...scopeOf(user), query, top_k: topK }, { timeoutMs });
    return answer.messages.length;
  },
};

/** Whatever keeps memories in order of number within a conversation may keep those of different conversations at once. */
export function conversationsOf(memories: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(memories / messagesInConversation) }, (_, conversation) => {
    const first = conversation * messagesInConversation;
    return Array.from({ length: Math.min(messagesInConversation, memories - first) }, (_, i) => first + i);
  });
}
