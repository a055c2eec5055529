import type { MemoryScope } from './memory.ts';

/** The request in a scope, where it names none itself. */
export function scoped<Request extends object>(request: Request, scope: MemoryScope): Request {
  const named = Object.entries(request).filter(([, value]) => value !== null && value !== undefined);
  const { workspace, user, collection } = scope;
  const missing = Object.entries({ workspace, user, collection }).filter(([, value]) => value !== undefined);
  return { ...request, ...Object.fromEntries([...missing, ...named]) };
}
