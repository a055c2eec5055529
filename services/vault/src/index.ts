/** Memory as Markdown files in a folder that a person edits. */

export { variables } from './config.ts';
export { vaultConnector } from './service.ts';
