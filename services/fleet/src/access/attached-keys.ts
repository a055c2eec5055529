import { refuseKeyAsId } from '@agent-mem/access';
import { askAdmin, type Owner } from '../owner.ts';
import { keysPath } from './key-routes.ts';
import type { IssuedView, Keys, KeyView } from './key-view.ts';
import { wishBody } from './key-view.ts';

/** The keys of a fleet that runs, over HTTP. Throws `OperationError` with its sentence, or `StartFailed` if it does not answer. */
export function attachedKeys(owner: Owner): Keys {
  const ask = (path: string, body?: object) => askAdmin(owner, `${keysPath}${path}`, body);
  const of = (id: string) => {
    // A URL is written into logs.
    refuseKeyAsId(id);
    return `/${encodeURIComponent(id)}`;
  };
  // What the routes send is what the other side's `Keys` gave them.
  return {
    create: async (wish) => (await ask('', wishBody(wish))) as IssuedView,
    list: async () => ((await ask('')) as { keys: KeyView[] }).keys,
    rotate: async (id, graceMs) => (await ask(`${of(id)}/rotate`, { grace_ms: graceMs })) as IssuedView,
    revoke: async (id) => ((await ask(`${of(id)}/revoke`, {})) as { key: KeyView }).key,
  };
}
