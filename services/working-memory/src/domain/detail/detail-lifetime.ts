import { uniqueKeyIdsOfNode } from './detail-node.ts';

/** How long details are in use, and the key that one lets go. */
export const detailLifetime = {
  lifetimes: [{ kind: 'Detail', variable: 'DETAIL_TTL_DAYS' }],
  uniqueKeyIdsOf: uniqueKeyIdsOfNode,
} as const;
