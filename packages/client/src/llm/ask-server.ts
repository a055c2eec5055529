import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { beforeNextTry } from '../http/before-next-try.ts';
import { reached } from '../http/reached.ts';
import { timeLimit } from '../http/time-limit.ts';
import { MemoryError } from '../memory-error.ts';
import { answerFrom, type ChatCompletion, chatRequest, unusable } from './chat-completions.ts';
import type { ModelAnswer, ModelRequest, ModelServer } from './llm-provider.ts';

const timeoutMs = 120_000;
const retries = 3;

/** Asks a server in OpenAI's form. It is asked again where it is busy or cannot be reached. */
export async function askServer(server: ModelServer, request: ModelRequest): Promise<ModelAnswer> {
  const limit = timeLimit(timeoutMs, request.signal ? [request.signal] : []);
  try {
    for (let failures = 1; ; failures += 1) {
      try {
        return answerFrom(await limit.race(completionOf(server, request, limit.signal)));
      } catch (cause) {
        await beforeNextTry(cause, failures, limit, retries);
      }
    }
  } finally {
    limit.end();
  }
}

async function completionOf(
  { url, model, key }: ModelServer,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ChatCompletion> {
  const response = await reached(url, () =>
    fetch(`${withoutLastSlashes(url)}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(chatRequest(model, request)),
      // What is sent is for this server alone.
      redirect: 'manual',
      signal,
    }),
  );
  const text = await reached(url, () => response.text());
  if (response.ok) return completionIn(text);
  const isBusy = response.status === 429 || response.status >= 500;
  const said = `The model's server ${url} answered ${response.status}: ${text.slice(0, 500)}`;
  throw new MemoryError(isBusy ? 'unavailable' : 'failed-precondition', said, { retryable: isBusy });
}

function completionIn(text: string): ChatCompletion {
  try {
    const completion: unknown = JSON.parse(text);
    if (typeof completion === 'object' && completion !== null) return completion;
  } catch {}
  throw unusable('The model answered what is no JSON object');
}
