import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationError } from '@agent-mem/contract';
import { Tokenizer } from '@huggingface/tokenizers';

/** What a model's folder holds, as Hugging Face lays it out. */
export interface ModelFolder {
  readonly modelPath: string;
  readonly tokenizer: Tokenizer;
  readonly padId: number;
  /** Tokens that the model reads at most. */
  readonly longest: number;
}

/** The whole model before a smaller one, since the smaller one answers a little otherwise. */
const modelFiles = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'];
const usualLongest = 512;

/** Reads a folder. Throws `failed-precondition` with the file that is missing or cannot be read. */
export async function openModelFolder(folder: string): Promise<ModelFolder> {
  const modelPath = await firstOf(folder, modelFiles);
  const description = await jsonIn(folder, 'tokenizer.json');
  const settings = (await hasFile(folder, 'tokenizer_config.json')) ? await jsonIn(folder, 'tokenizer_config.json') : {};
  const config = (await hasFile(folder, 'config.json')) ? await jsonIn(folder, 'config.json') : {};
  const tokenizer = new Tokenizer(description, settings);
  const pad = settings.pad_token;
  const longest = [settings.model_max_length, config.max_position_embeddings, usualLongest].filter(
    (value): value is number => typeof value === 'number' && value > 0,
  );
  return {
    modelPath,
    tokenizer,
    padId: (typeof pad === 'string' ? tokenizer.token_to_id(pad) : undefined) ?? 0,
    longest: Math.min(...longest),
  };
}

async function firstOf(folder: string, names: readonly string[]): Promise<string> {
  for (const name of names) if (await hasFile(folder, name)) return join(folder, name);
  throw new OperationError('failed-precondition', `${folder} has no ${names[0]} (looked for ${names.join(', ')})`);
}

async function hasFile(folder: string, name: string): Promise<boolean> {
  return access(join(folder, name)).then(
    () => true,
    () => false,
  );
}

async function jsonIn(folder: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const path = join(folder, name);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new OperationError('failed-precondition', `${path} cannot be read as JSON`, { cause });
  }
}
