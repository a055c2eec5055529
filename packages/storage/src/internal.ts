/** What adapters are built from. */

export { nodeOfWrite } from './node-of-write.ts';
