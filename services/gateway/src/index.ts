/** The way in by HTTP: every operation as a route, the agent's steps as server-sent events. It asks the services over the bus and owns nothing. Other HTTP plugins take its checks from here. */

export { visitOf } from './authorized.ts';
export { sendError } from './error-answer.ts';
export { gateway } from './http-plugin.ts';
export { acceptJsonOnly } from './json-body.ts';
export { allowedHosts, checkCaller } from './local-callers.ts';
export { pathOf } from './routes.ts';
export { refuseMethod } from './unknown-route.ts';
