/** Services and adapters put together: what `main.ts` runs, and what tests start. */

export { variableGroups } from './flags.ts';
export { type Fleet, type FleetOptions, openFleet } from './fleet.ts';
export { crewOf, hostable } from './services.ts';
