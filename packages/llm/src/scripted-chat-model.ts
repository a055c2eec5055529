import { OperationError } from '@agent-mem/contract';
import type { ChatCall, ChatModel, ChatOptions, ChatRequest } from './chat-model.ts';

/** What a scripted model does with a request: writes a text (or these pieces of one), calls functions, fails, or hangs until its signal aborts. */
export type ScriptedAnswer = string | readonly string[] | Error | { readonly hang: true } | ScriptedCalls | ScriptedPart;

/** Calls of functions, behind a text. Default: no text. */
export interface ScriptedCalls {
  readonly calls: readonly ChatCall[];
  readonly text?: string;
}

/** A text of which the model had more. */
export interface ScriptedPart {
  readonly cutOff: string;
}

/** For tests: a model that writes what its script says. */
export interface ScriptedChatModel extends ChatModel {
  /** What it was asked, in order. */
  readonly requests: readonly ChatRequest[];
}

/** Answers by a list, one request after another, or by a function of the request. A list that has run out fails with `unavailable`. */
export function scriptedChatModel(
  script: readonly ScriptedAnswer[] | ((request: ChatRequest, index: number) => ScriptedAnswer),
): ScriptedChatModel {
  const requests: ChatRequest[] = [];
  const next = (request: ChatRequest): ScriptedAnswer => {
    const index = requests.push(request) - 1;
    if (typeof script === 'function') return script(request, index);
    return script[index] ?? new OperationError('unavailable', `The script has ${script.length} answers and was asked once more`);
  };
  async function* stream(request: ChatRequest, { signal, onCalls, onCutOff }: ChatOptions): AsyncGenerator<string> {
    throwIfAborted(signal);
    const answer = next(request);
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'object' && 'hang' in answer) return await untilAborted(signal);
    if (typeof answer === 'object' && 'calls' in answer) {
      if (answer.text) yield answer.text;
      onCalls?.(answer.calls);
      return;
    }
    if (typeof answer === 'object' && 'cutOff' in answer) {
      yield answer.cutOff;
      onCutOff?.();
      return;
    }
    for (const piece of typeof answer === 'string' ? [answer] : answer) {
      throwIfAborted(signal);
      yield piece;
    }
  }
  return {
    id: 'scripted',
    requests,
    stream,
    async generate(request, options) {
      const pieces = await Array.fromAsync(stream(request, options));
      return pieces.join('');
    },
  };
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(cancelled()), { once: true }));
}

function cancelled(): OperationError {
  return new OperationError('cancelled', 'The request to the model was cancelled');
}
