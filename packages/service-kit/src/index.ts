/** Define a service as a value, and run it until told to stop. */

export * from './config.ts';
export type * from './context.ts';
export type { Logger } from './logger.ts';
export type { ServiceMetrics } from './metrics.ts';
export * from './service.ts';
