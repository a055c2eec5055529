import { type Clock, type Init, newId, type RequestOf, type ResponseOf, type WorkingMemoryItem } from '@agent-mem/contract';
import { type ChatModel, hashEmbedder } from '@agent-mem/llm';
import { startFleet, type TestFleet } from '@agent-mem/testing';

type Operation = 'append' | 'assemble' | 'compress' | 'discard' | 'expand';
type Response<Name extends Operation> = Promise<ResponseOf<'working-memory', Name>>;
type Given<Name extends Operation> = Init<Omit<RequestOf<'working-memory', Name>, 'invocation_id'>>;

/** The working-memory service alone, and one invocation. */
export interface WorkingMemory extends AsyncDisposable {
  readonly fleet: TestFleet;
  readonly invocationId: string;
  append(request: Given<'append'>): Response<'append'>;
  assemble(request?: Given<'assemble'>): Response<'assemble'>;
  compress(request?: Given<'compress'>, timeoutMs?: number): Response<'compress'>;
  expand(request?: Given<'expand'>): Response<'expand'>;
  discard(): Response<'discard'>;
}

export async function startWorkingMemory(options: {
  readonly chatModel: ChatModel;
  readonly invocationId?: string;
  readonly clock?: Clock;
  readonly directory?: string;
}): Promise<WorkingMemory> {
  const { chatModel, clock, directory, invocationId = newId('inv') } = options;
  const bus = directory ? 'sqlite' : 'memory';
  const fleet = await startFleet({ services: ['working-memory'], embedder: hashEmbedder(), bus, chatModel, clock, directory });
  const named = { invocation_id: invocationId };
  const { caller } = fleet;
  return {
    fleet,
    invocationId,
    append: (request) => caller.call('working-memory', 'append', { ...named, ...request }),
    assemble: (request) => caller.call('working-memory', 'assemble', { ...named, ...request }),
    compress: (request, timeoutMs = 10_000) => caller.call('working-memory', 'compress', { ...named, ...request }, { timeoutMs }),
    expand: (request) => caller.call('working-memory', 'expand', { ...named, ...request }),
    discard: () => caller.call('working-memory', 'discard', named),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

/** Steps of about forty tokens each. */
export function steps(count: number): Init<WorkingMemoryItem>[] {
  return Array.from({ length: count }, (_, step): Init<WorkingMemoryItem>[] => [
    { type: 'thought', content: `I look at page ${step}` },
    { type: 'action', content: `open_page({"page": ${step}})` },
    { type: 'observation', content: `Page ${step} says nothing of use, only ${'this and that, '.repeat(6)}and more` },
  ]).flat();
}
