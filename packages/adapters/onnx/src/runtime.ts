import { OperationError } from '@agent-mem/contract';
import type { InferenceSession, Tensor, TensorConstructor } from 'onnxruntime-common';

/** The part of onnxruntime-node that we use. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(path: string, options?: InferenceSession.SessionOptions): Promise<InferenceSession> };
  readonly Tensor: TensorConstructor;
}

/** A tensor by the name of its input. */
export type Feeds = Readonly<Record<string, Tensor>>;

/** Its name stands in a variable, so that nobody resolves it before it is wanted: with its libraries it weighs 290 MB, and few want it. */
const packageName = 'onnxruntime-node';

/** Loads the runtime where it is installed. Throws `failed-precondition` with what to install where it is not. */
export async function loadOnnxRuntime(from: string = packageName): Promise<OnnxRuntime> {
  try {
    const loaded = await import(from);
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new OperationError(
      'failed-precondition',
      `A model in ONNX's format needs ${packageName}, which is not installed: run "npm install ${packageName}" (in a checkout of agent-mem "npx pnpm add --workspace-root ${packageName}")`,
      { cause },
    );
  }
}
