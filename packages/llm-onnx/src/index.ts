/** Models in ONNX's format that run in this process. */

export { openOnnxReranker } from './onnx-reranker.ts';
