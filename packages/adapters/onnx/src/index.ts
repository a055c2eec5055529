/** Models in ONNX's format that run in this process. */

export { openOnnxReranker } from './reranker/reranker.ts';
