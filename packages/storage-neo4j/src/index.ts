/** The Graph on Neo4j. */

export {};
