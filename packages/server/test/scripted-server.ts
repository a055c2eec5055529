import { modelAnswer, startRecordingUpstream } from '@agent-mem/testing';

/** An OpenAI-compatible server that answers prompts of steps by a list, and has nothing to learn. */
export async function startScriptedServer(answers: readonly string[]): Promise<AsyncDisposable & { readonly url: string }> {
  let next = 0;
  const answer = (body: string) => (body.includes('Final Answer') ? (answers[next++] ?? 'Final Answer: none') : '[]');
  const upstream = await startRecordingUpstream(modelAnswer(answer));
  return { url: `${upstream.url}/v1`, [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose]() };
}
