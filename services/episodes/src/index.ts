/** Episodes: what was attempted, and what came of it. */

export type { Config } from './config.ts';
export { episodesService } from './service.ts';
