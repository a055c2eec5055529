import { path } from '../topic-path.ts';
import type { AdminRequest } from './admin-request.ts';
import { unless } from './refusal.ts';

export interface Tenants {
  /** Also true for a tenant's own administrator, who may not read the tenant itself. */
  exists(tenant: string): Promise<boolean>;
  /** On every cluster there is, without administrators beside the superusers. Leaves one that is there as it is. */
  create(tenant: string): Promise<void>;
}

export function tenants(request: AdminRequest): Tenants {
  return {
    exists: async (tenant) => (await unless('not-found', request('GET', `/namespaces${path(tenant)}`))) !== null,
    async create(tenant) {
      const allowedClusters = await request('GET', '/clusters');
      await unless('already-exists', request('PUT', `/tenants${path(tenant)}`, { adminRoles: [], allowedClusters }));
    },
  };
}
