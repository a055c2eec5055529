/** The graph service: what joins memories, and how much they weigh. */

export { graphService } from './service.ts';
