/** Services and adapters put together: what `main.ts` runs, and what tests start. */

export { type Fleet, openFleet } from './fleet.ts';
export { startLogger } from './log.ts';
export { hostable, hostedServices, serviceNames } from './services.ts';
export type { FleetOptions } from './start/parts.ts';
export { variableGroups } from './variables/groups.ts';
