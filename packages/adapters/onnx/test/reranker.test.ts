import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeReranker } from '@agent-mem/llm/contract-suite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeLive } from '../../../../test/live/live.ts';
import { findTool } from '../../../../test/live/tools.ts';
import { openOnnxReranker } from '../src/index.ts';

const signal = AbortSignal.timeout(60_000);

it('says what to install where the runtime is missing', async () => {
  await expect(openOnnxReranker('/nowhere', './no-runtime.ts')).rejects.toMatchObject({
    type: 'failed-precondition',
    message: expect.stringContaining('npx pnpm add --workspace-root onnxruntime-node'),
  });
});

describeLive('a cross-encoder under onnxruntime-node', findTool('onnx/cross-encoder/model.onnx'), (model) => {
  const folder = () => dirname(model());
  const open = (from: string) => openOnnxReranker(from, join(folder(), '../node_modules/onnxruntime-node/dist/index.js'));

  describeReranker('a cross-encoder from a folder', () => open(folder()));

  it('reads query and text together, each pair in its place', async () => {
    const { id, rerank } = await open(folder());
    expect(id).toBe('onnx:cross-encoder');
    // The model counts pairs of equal tokens. 40 texts are three batches, sorted by length within.
    const texts = Array.from({ length: 40 }, (_, index) => `noon ${'tea '.repeat(index % 7)}`);
    expect(await rerank('green tea', texts, { signal })).toEqual(texts.map((_, index) => index % 7));
  });

  it('cuts what is too long for the model, and keeps the mark that ends the pair', async () => {
    const { rerank } = await open(folder());
    // 64 tokens: [CLS] tea [SEP], 60 of the text, [SEP].
    expect(await rerank('tea', ['tea '.repeat(500)], { signal })).toEqual([60]);
  });

  describe('a folder', () => {
    let copy: string;
    beforeEach(async () => {
      copy = await mkdtemp(join(tmpdir(), 'agent-mem-model-'));
      await cp(folder(), copy, { recursive: true });
    });
    afterEach(() => rm(copy, { recursive: true }));
    const opened = () => open(copy);

    it.each(['model.onnx', 'tokenizer.json'])('without %s is refused, and the file named', async (name) => {
      await rm(join(copy, name));
      await expect(opened()).rejects.toMatchObject({ type: 'failed-precondition', message: expect.stringContaining(name) });
    });

    it('whose model is broken is refused', async () => {
      await writeFile(join(copy, 'model.onnx'), 'no model');
      await expect(opened()).rejects.toMatchObject({ type: 'failed-precondition', message: expect.stringContaining(copy) });
    });

    it('needs no more than the model and its tokenizer', async () => {
      for (const name of ['config.json', 'tokenizer_config.json']) await rm(join(copy, name));
      expect(await (await opened()).rerank('tea', ['tea tea'], { signal })).toEqual([2]);
    });
  });
});
