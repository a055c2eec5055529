import { isBlank, OperationError } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import { type Reply, storedText } from '@agent-mem/proxy';
import { createKeyChain, type FailureLog } from '@agent-mem/runtime';
import type { HttpPluginContext } from '@agent-mem/service-kit';
import type { ConversationTurn } from './memory-of-request.ts';

/** Stores turns. Those that one caller gives of a conversation are stored in the order in which they were given. Nothing of it rejects: a failure goes to the log. */
export interface Remember {
  /** Stores what the user says now, once for each turn. Where the service is in this process, it can be found some time after `stored` has called `replied` and that has resolved. */
  user(caller: Pick<Caller, 'call'>, turn: StoredTurn, replied: () => Promise<void>): Storing;
  /** Stores what the model replied, once for each request: a reply that broke off with a mark. One without a text is not stored. */
  assistant(caller: Pick<Caller, 'call'>, turn: StoredTurn, reply: Reply): Storing;
  /** Resolves when all that was given is stored. */
  settled(): Promise<void>;
}

/** What resolves when a message is stored, and when it can be found too; both, when that has failed. */
export interface Storing {
  readonly stored: Promise<void>;
  readonly findable: Promise<void>;
}

/** A request whose turn is stored. */
export interface StoredTurn extends ConversationTurn {
  readonly user: string | undefined;
  /** Tells callers apart: conversations of several users may have one name, such as that of their first words, and do not wait for one another. */
  readonly callerName: string;
  readonly model: string;
}

const timeoutMs = 30_000;
const nothing: Storing = { stored: Promise.resolve(), findable: Promise.resolve() };
/** Ends what is stored of a reply that broke off. */
const interrupted = '[interrupted]';

/** What storing turns needs of its host. */
type RememberContext = Pick<HttpPluginContext<unknown>, 'log'> & {
  readonly failures: FailureLog;
  readonly metrics: Pick<HttpPluginContext<unknown>['metrics'], 'turnNotStored'>;
};

/** Makes what stores turns for all requests of the process. */
export function createRemember({ log, failures, metrics }: RememberContext): Remember {
  const chain = createKeyChain();
  const running = new Set<Promise<void>>();

  function append(caller: Pick<Caller, 'call'>, turn: StoredTurn, message: Message): Storing {
    const { callerName, conversationId, user, model } = turn;
    const { role, content, key, metadata = {}, goesOn } = message;
    const request = {
      ...(user === undefined ? {} : { user }),
      ...{
        conversation_id: conversationId,
        role,
        content,
        metadata: { via: 'proxy', model: storedText(model, 1_024), ...metadata },
      },
    };
    const { promise: stored, resolve: isStored } = Promise.withResolvers<void>();
    const accepted = () => {
      isStored();
      return goesOn?.();
    };
    const appending = Promise.withResolvers<unknown>();
    // The next of the conversation need not wait until this one can be found.
    void chain.run(JSON.stringify([callerName, conversationId]), () => {
      const options = { timeoutMs, idempotencyKey: `proxy:${role}:${key}`, accepted };
      appending.resolve(caller.call('conversations', 'append_message', request, options));
      return stored;
    });
    const findable = appending.promise
      .then(() => undefined)
      .catch((cause: unknown) => {
        const { type, message } = OperationError.from(cause);
        // The turn was asked before and stored with another reply; or memory is off.
        if (type === 'already-exists' || type === 'failed-precondition') log.debug({ type }, `A turn is not stored: ${message}`);
        else {
          metrics.turnNotStored(type);
          failures.warn({ type, reason: message }, 'turns are not stored');
        }
      })
      .finally(() => {
        running.delete(findable);
        isStored();
      });
    running.add(findable);
    return { stored, findable };
  }

  return {
    user(caller, turn, replied) {
      const { last } = turn.turns;
      if (!last) return nothing;
      const { id, words } = last;
      return append(caller, turn, { role: 'user', content: storedText(words), key: id, goesOn: replied });
    },
    assistant(caller, turn, { text, isWhole }) {
      if (isBlank(text)) return nothing;
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
  /** Resolves when it may be made findable. Default: at once. */
  goesOn?(): Promise<void>;
}
