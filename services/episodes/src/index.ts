/** Episodes: what was attempted, and what came of it. */

export { episodesService } from './service.ts';
