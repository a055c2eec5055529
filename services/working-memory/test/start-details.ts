import type { Init, RequestOf, ResponseOf } from '@agent-mem/contract';
import { hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { startFleet, type TestFleet } from '@agent-mem/testing';

type Store = Init<RequestOf<'working-memory', 'store_detail'>>;
type Retrieve = Init<RequestOf<'working-memory', 'retrieve_detail'>>;

/** The working-memory service alone, for what is stored aside. */
export interface DetailsFleet extends AsyncDisposable {
  readonly fleet: TestFleet;
  store(request: Store): Promise<ResponseOf<'working-memory', 'store_detail'>>;
  retrieve(request: Retrieve): Promise<ResponseOf<'working-memory', 'retrieve_detail'>>;
  /** Sends a content in chunks of so many bytes, as base64; answers what the last one does. */
  upload(content: Buffer, chunkBytes: number, request: Store): Promise<ResponseOf<'working-memory', 'store_detail'>>;
  /** The whole content, part by part. */
  whole(memory_key: string, request?: Retrieve): Promise<Buffer>;
}

export async function startDetails(): Promise<DetailsFleet> {
  const fleet = await startFleet({
    services: ['working-memory', 'graph'],
    embedder: hashEmbedder(),
    chatModel: scriptedChatModel([]),
  });
  const { caller } = fleet;
  const store = (request: Store) => caller.call('working-memory', 'store_detail', request);
  const retrieve = (request: Retrieve) => caller.call('working-memory', 'retrieve_detail', request);
  return {
    fleet,
    store,
    retrieve,
    async upload(content, chunkBytes, request) {
      const count = Math.max(1, Math.ceil(content.length / chunkBytes));
      let answer = await store({ ...request, ...chunkOf(0) });
      for (let sequence = 1; sequence < count; sequence += 1) answer = await store({ ...request, ...chunkOf(sequence) });
      return answer;

      function chunkOf(sequence: number) {
        const chunk = content.subarray(sequence * chunkBytes, (sequence + 1) * chunkBytes).toString('base64');
        return { sequence, chunk, encoding: 'base64', end: sequence === count - 1 } as const;
      }
    },
    async whole(memory_key, request = {}) {
      const parts: Buffer[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const answer: ResponseOf<'working-memory', 'retrieve_detail'> = await retrieve({ memory_key, offset, ...request });
        parts.push(Buffer.from(answer.content, request.encoding === 'base64' ? 'base64' : 'utf8'));
        offset = answer.next_offset;
      }
      return Buffer.concat(parts);
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}
