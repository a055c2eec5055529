/** Rerankers behind a server's rerank endpoint. */

export { createEndpointReranker, type RerankServer } from './reranker.ts';
