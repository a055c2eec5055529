/** Rerankers behind a server's rerank endpoint. */

export { openReranker } from './open.ts';
export { createEndpointReranker, type RerankServer } from './reranker.ts';
