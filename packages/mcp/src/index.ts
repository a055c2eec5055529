/** Memory as an MCP server: sets of tools over any way of asking the services. */

export { answerHttp } from './answer-http.ts';
export type { Memory } from './memory.ts';
export { serveLines } from './serve-stdio.ts';
export { memoryServer } from './server.ts';
