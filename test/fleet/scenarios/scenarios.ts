import { filters } from './filters.ts';
import { promises } from './promises.ts';
import { story } from './story.ts';
import type { World } from './world.ts';

/** All that a fleet promises, whatever it stands on. */
export function scenarios(world: World): void {
  story(world);
  promises(world);
  filters(world);
}
