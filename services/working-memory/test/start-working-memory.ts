import {
  type Clock,
  type Init,
  newId,
  type RequestOf,
  type ResponseOf,
  scopeOf,
  type WorkingMemoryItem,
} from '@agent-mem/contract';
import { type ChatModel, hashEmbedder } from '@agent-mem/llm';
import { startFleet, type TestFleet } from '@agent-mem/testing';

type Operation = 'append' | 'assemble' | 'compress' | 'discard';
type Response<Name extends Operation> = Promise<ResponseOf<'working-memory', Name>>;
type Given<Name extends Operation> = Init<Omit<RequestOf<'working-memory', Name>, 'invocation_id'>>;

export const scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });

/** The working-memory service alone, and one invocation. */
export interface WorkingMemory extends AsyncDisposable {
  readonly fleet: TestFleet;
  readonly invocationId: string;
  append(request: Given<'append'>): Response<'append'>;
  assemble(request?: Given<'assemble'>): Response<'assemble'>;
  compress(request?: Given<'compress'>, timeoutMs?: number): Response<'compress'>;
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
  const call = fleet.caller.call.bind(fleet.caller, 'working-memory') as unknown as <Name extends Operation>(
    operation: Name,
    request: object,
    options?: { timeoutMs: number },
  ) => Response<Name>;
  return {
    fleet,
    invocationId,
    append: (request) => call('append', { ...named, ...request }),
    assemble: (request) => call('assemble', { ...named, ...request }),
    compress: (request, timeoutMs = 10_000) => call('compress', { ...named, ...request }, { timeoutMs }),
    discard: () => call('discard', named),
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
