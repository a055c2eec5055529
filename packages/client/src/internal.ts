/** What the package of the server takes beside the front page, to be the same interface in one process. */

export { camelCase } from './camel-case.ts';
export type { Connection, Operation } from './connection.ts';
export { memoryOver } from './memory-over.ts';
