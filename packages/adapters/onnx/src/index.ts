/** Models in ONNX's format that run in this process. */

export { openReranker } from './open.ts';
export { openOnnxReranker } from './reranker/reranker.ts';
