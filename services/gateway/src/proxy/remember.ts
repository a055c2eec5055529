import { OperationError } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import { type Reply, storedText } from '@agent-mem/proxy';
import { createKeyChain, type Logger } from '@agent-mem/runtime';
import type { ConversationTurn } from './memory-of-request.ts';

/** Stores turns. Those of a conversation are stored in the order in which they were given. Nothing of it rejects: a failure goes to the log. */
export interface Remember {
  /** Stores what the user says now, once for each turn. Resolves when that is stored, or has failed. */
  user(caller: Pick<Caller, 'call'>, turn: StoredTurn): Promise<void>;
  /** Stores what the model replied, once for each request: a reply that broke off with a mark. One without a text is not stored. */
  assistant(caller: Pick<Caller, 'call'>, turn: StoredTurn, reply: Reply): Promise<void>;
  /** Resolves when all that was given is stored. */
  settled(): Promise<void>;
}

/** A request whose turn is stored. */
export interface StoredTurn extends ConversationTurn {
  readonly user: string | undefined;
  readonly model: string;
}

const timeoutMs = 30_000;
/** Ends what is stored of a reply that broke off. */
const interrupted = '[interrupted]';

/** Makes what stores turns for all requests of the process. */
export function createRemember(log: Logger): Remember {
  const chain = createKeyChain();
  const running = new Set<Promise<void>>();

  function append(caller: Pick<Caller, 'call'>, turn: StoredTurn, message: Message): Promise<void> {
    const { conversationId, user, model } = turn;
    const { role, content, key, metadata = {} } = message;
    const request = {
      ...(user === undefined ? {} : { user }),
      ...{
        conversation_id: conversationId,
        role,
        content,
        metadata: { via: 'proxy', model: storedText(model, 1_024), ...metadata },
      },
    };
    const stored = chain
      .run(conversationId, async () => {
        await caller.call('conversations', 'append_message', request, { timeoutMs, idempotencyKey: `proxy:${role}:${key}` });
      })
      .catch((cause: unknown) => {
        const { type, message } = OperationError.from(cause);
        // The turn was asked before and stored with another reply; or memory is off.
        if (type === 'already-exists' || type === 'failed-precondition') log.debug({ type }, `A turn is not stored: ${message}`);
        else log.warn({ type }, `A turn could not be stored: ${message}`);
      })
      .finally(() => running.delete(stored));
    running.add(stored);
    return stored;
  }

  return {
    async user(caller, turn) {
      const { last } = turn.turns;
      if (!last) return;
      const { id, words } = last;
      await append(caller, turn, { role: 'user', content: storedText(words), key: id });
    },
    async assistant(caller, turn, { text, isWhole }) {
      if (text.trim() === '') return;
      const key = turn.turns.requestId;
      if (isWhole) return append(caller, turn, { role: 'assistant', content: storedText(text), key });
      const content = storedText(`${text}\n${interrupted}`);
      return append(caller, turn, { role: 'assistant', content, key: `${key}:part`, metadata: { interrupted: 'true' } });
    },
    async settled() {
      await Promise.all(running);
    },
  };
}

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly key: string;
  readonly metadata?: Readonly<Record<string, string>>;
}
