import { basename } from 'node:path';
import { batchesOf, OperationError } from '@agent-mem/contract';
import type { Reranker } from '@agent-mem/llm';
import type { InferenceSession } from 'onnxruntime-common';
import { openModelFolder } from '../model-folder.ts';
import { type Feeds, loadOnnxRuntime, type OnnxRuntime } from '../runtime.ts';
import { type EncodedPair, encodePair, padPairs } from './encode-pairs.ts';

/** Pairs in one run: between runs it looks whether anybody still waits. */
const batchSize = 16;

/**
 * A cross-encoder from a folder as Hugging Face lays it out (`model.onnx` or `onnx/model.onnx`, `tokenizer.json`, `config.json`), run on
 * the processor's threads. Its id is `onnx:<name of the folder>`. Throws `failed-precondition` when a file or the runtime is missing.
 *
 * @param runtime where onnxruntime-node is, if not beside this project.
 */
export async function openOnnxReranker(folder: string, runtime?: string): Promise<Reranker> {
  const onnx = await loadOnnxRuntime(runtime);
  const model = await openModelFolder(folder);
  const session = await onnx.InferenceSession.create(model.modelPath).catch((cause: unknown) => {
    throw new OperationError('failed-precondition', `${model.modelPath} cannot be loaded`, { cause });
  });
  return {
    id: `onnx:${basename(folder).replaceAll(/\s/g, '_')}`,
    async rerank(query, texts, { signal }) {
      const pairs = texts.map((text, index) => ({ index, ...encodePair(model, query, text) }));
      // Those of like length together, so that little is padding.
      pairs.sort((a, b) => a.ids.length - b.ids.length);
      const logits = new Array<number>(texts.length).fill(0);
      for (const batch of batchesOf(pairs, batchSize)) {
        if (signal.aborted) break;
        const found = await logitsOf(session, onnx, batch, model.padId);
        for (const [row, { index }] of batch.entries()) logits[index] = found[row] ?? Number.NaN;
      }
      if (signal.aborted) throw new OperationError('cancelled', 'The reranking was cancelled');
      return logits;
    },
  };
}

async function logitsOf(
  session: InferenceSession,
  { Tensor }: OnnxRuntime,
  pairs: readonly EncodedPair[],
  padId: number,
): Promise<readonly number[]> {
  const { dims, ...inputs } = padPairs(pairs, padId);
  const feeds: Feeds = Object.fromEntries(
    Object.entries(inputs)
      .filter(([name]) => session.inputNames.includes(name))
      .map(([name, values]) => [name, new Tensor('int64', values, dims)]),
  );
  const output = (await session.run(feeds))[session.outputNames[0] ?? ''];
  const values = Array.from((output?.data ?? []) as Iterable<number>, Number);
  const labels = values.length / pairs.length;
  // One label is the logit; of two, the second is "relevant", and the logit is what it has over the first.
  if (labels === 1) return values;
  if (labels === 2) return pairs.map((_, row) => (values[row * 2 + 1] ?? 0) - (values[row * 2] ?? 0));
  throw new OperationError('failed-precondition', `The model gives ${labels} numbers for a pair; a reranker gives 1 or 2`);
}
