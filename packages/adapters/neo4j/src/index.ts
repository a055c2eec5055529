/** The Graph on Neo4j. */

export { type Neo4jGraph, type Neo4jGraphOptions, openNeo4jGraph } from './graph/graph.ts';
export { openGraph } from './open.ts';
