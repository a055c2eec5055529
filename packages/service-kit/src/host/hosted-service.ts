import { createIndexNodes } from '@agent-mem/recall';
import type { ServiceContext } from '../context.ts';
import { createPurge, purgerOf } from '../create-purge.ts';
import type { AnyService } from '../service.ts';
import type { Configured } from './configured.ts';
import type { HostBase } from './host-base.ts';

/** A service in a process, with what it has there outside any request. */
export interface HostedService {
  readonly definition: AnyService;
  readonly context: ServiceContext<unknown>;
}

/** The service on what its process stands on. */
export function hostedService({ definition, config }: Configured<AnyService>, base: HostBase): HostedService {
  const hosted = base.contextOf(definition.name, config);
  const index = createIndexNodes(definition, base.ports, hosted.log);
  base.indexes.add(index);
  const context = { ...hosted, index, purge: createPurge(purgerOf(definition), base.ports) };
  return { definition, context: { ...context, state: definition.state?.(context) } };
}
