import { batchesOf, membersOf, OperationError } from '@agent-mem/contract';
import type { Embedder } from '@agent-mem/llm';
import { APIError, type OpenAI } from 'openai';
import type { AnswerBound } from './bounded-fetch.ts';
import { failureOf, strangeAnswer } from './refusal.ts';
import { clientOf, type OpenAiServer } from './server.ts';

const batchSize = 64;
/** 16,384 numbers of 32 characters. */
const bytesPerVector = 524_288;
const bound: AnswerBound = {
  mostBytes: batchSize * bytesPerVector,
  tooLong: () => strangeAnswer('its answer is longer than vectors are'),
};

/** Characters. Servers refuse what is longer than their model reads; most models read 8,000 tokens, the small ones 512. */
const longestText = 24_000;
const longestForSmallModels = 1_500;

/** `dimensions`: what its vectors must have; default: any one number. */
type DimensionedServer = OpenAiServer & { readonly dimensions?: number };

/**
 * An embedder behind an OpenAI-compatible server. Its id is `openai:<model>:<dimensions>`; where the dimensions are not given, both are known
 * only after the first answer (until then `openai:<model>` and 0). A server that later answers with another number is refused: vectors of one id are of one length,
 * and those that were asked for at the same time are called by it.
 */
export function createOpenAiEmbedder(server: DimensionedServer): Embedder {
  const client = clientOf(server, { timeoutMs: 60_000, bound });
  let dimensions = server.dimensions ?? 0;
  return {
    get id() {
      return dimensions === 0 ? `openai:${server.model}` : `openai:${server.model}:${dimensions}`;
    },
    get dimensions() {
      return dimensions;
    },
    async embed(texts, { signal }) {
      try {
        signal.throwIfAborted();
        const full = texts.map((text) => text.trim().slice(0, longestText).toWellFormed()).filter((text) => text !== '');
        const vectors: (Float32Array | null)[] = [];
        for (const some of batchesOf(full, batchSize)) vectors.push(...(await embedBatch(client, server.model, some, signal)));
        for (const vector of vectors) {
          if (!vector) continue;
          dimensions ||= vector.length;
          if (vector.length !== dimensions) throw otherDimension(server, dimensions, vector.length);
        }
        const next = vectors.values();
        return texts.map((text) => (text.trim() === '' ? new Float32Array(dimensions) : (next.next().value ?? null)));
      } catch (cause) {
        throw failureOf(cause, server.apiKey, signal);
      }
    },
  };
}

/** A text that is too long for the model must not take the others with it, so a refused batch goes in halves, and a refused text goes cut. `null`: refused cut, too. */
async function embedBatch(
  client: OpenAI,
  model: string,
  input: readonly string[],
  signal: AbortSignal,
): Promise<readonly (Float32Array | null)[]> {
  try {
    const answer = await client.embeddings.create({ model, input: [...input], encoding_format: 'float' }, { signal });
    return vectorsOf(answer, input.length);
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    const [only = ''] = input;
    if (input.length === 1) {
      if (only.length <= longestForSmallModels) return [null];
      return embedBatch(client, model, [only.slice(0, longestForSmallModels).toWellFormed()], signal);
    }
    const half = Math.ceil(input.length / 2);
    const first = await embedBatch(client, model, input.slice(0, half), signal);
    return [...first, ...(await embedBatch(client, model, input.slice(half), signal))];
  }
}

/** Of the texts: one is too long or malformed, or there are too many. Text Embeddings Inference answers 413 and 422 to that. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof APIError && [400, 413, 422].includes(cause.status);
}

function vectorsOf(answer: OpenAI.CreateEmbeddingResponse, expected: number): readonly Float32Array[] {
  const data = answer?.data;
  if (!Array.isArray(data) || data.length !== expected) throw strangeAnswer(`${expected} vectors were asked for`);
  const vectors = data.map((each) => membersOf(each));
  return vectors.toSorted((a, b) => Number(a.index) - Number(b.index)).map(({ embedding }) => unit(embedding));
}

function unit(values: unknown): Float32Array {
  const numbers = Array.isArray(values) && values.length > 0 && values.every(Number.isFinite);
  const length = numbers ? Math.hypot(...values) : Number.NaN;
  if (!numbers || !Number.isFinite(length)) throw strangeAnswer('a vector is no list of numbers');
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}

function otherDimension({ model, dimensions }: DimensionedServer, known: number, got: number): OperationError {
  const cure =
    dimensions === undefined
      ? `of ${known} as before: mend its server; or if ${got} is right, restart agent-mem and run "agent-mem reindex"`
      : `of ${known}: set EMBEDDINGS_DIMENSION to ${got} or to nothing, or EMBEDDINGS_MODEL to a model that makes such vectors`;
  return new OperationError('failed-precondition', `The model "${model}" makes vectors of ${got} numbers, and not ${cure}`);
}
