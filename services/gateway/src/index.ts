/** The way in by HTTP: every operation as a route, the agent's steps as server-sent events. It asks the services over the bus and owns nothing. */

export { gateway } from './door.ts';
