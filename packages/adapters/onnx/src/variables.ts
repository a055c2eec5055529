import { type ConfigOf, text } from '@agent-mem/runtime';

/** Which model ranks in the process. */
export const variables = {
  RERANK_MODEL_DIR: text({
    meaning: "Folder of a cross-encoder in ONNX's format, run in this process by onnxruntime-node; empty: none",
    default: '',
  }),
};

/** Their values. */
export type OnnxConfig = ConfigOf<typeof variables>;
