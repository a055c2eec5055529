/** Facts: statements that last. */

export { factsService } from './service.ts';
