import type { Clock } from '@agent-mem/contract';
import type { Principal } from '../grant.ts';
import { Refusal } from '../refusal.ts';
import { hasHash, readKeyText } from './key-text.ts';
import type { KnownKeys } from './known-keys.ts';

/** Who holds a key. Throws a `Refusal` for one that is malformed, unknown, expired or revoked. */
export async function principalOfKey(text: string, keys: KnownKeys, clock: Clock): Promise<Principal> {
  const given = readKeyText(text);
  if (!given) throw new Refusal('malformed', 'Authorization: the key is malformed; copy it whole');
  const key = await keys.find(given.id);
  const secret = key?.secrets.find(({ sha256 }) => hasHash(given, sha256));
  if (!key || !secret) throw new Refusal('unknown', 'Authorization: there is no such key');
  const isPast = (time: string | null) => time !== null && Date.parse(time) <= clock.now();
  const who = `key:${key.id}`;
  if (key.revokedAt !== null) throw new Refusal('revoked', `Authorization: the key ${key.id} is revoked`, who);
  if (isPast(key.expiresAt)) throw new Refusal('expired', `Authorization: the key ${key.id} has expired`, who);
  if (isPast(secret.until))
    throw new Refusal('expired', `Authorization: the key ${key.id} has been rotated; use its new text`, who);
  const { name, permissions, workspaces, users, collections, limits } = key;
  return { id: who, name, permissions, workspaces, users, collections, limits };
}
