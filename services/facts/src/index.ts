/** Facts: statements that last. */

export type { Config } from './config.ts';
export { factsService } from './service.ts';
