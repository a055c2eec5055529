import { createHash } from 'node:crypto';
import type { EdgeWrite } from '@agent-mem/storage';

/** An edge whose id is made of what it relates: written again it is the same one. */
export function edge(kind: string, from: string, to: string, createdAt: string): EdgeWrite {
  const id = `edge_${createHash('sha256')
    .update(JSON.stringify([kind, from, to]))
    .digest('hex')
    .slice(0, 32)}`;
  return { id, kind, from, to, createdAt };
}
