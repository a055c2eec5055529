import { type Scoped, sha256 } from '@agent-mem/contract';
import { type PurgeTarget, targetIdOf } from './purge-target.ts';

/** The part of a certificate that is stored, so that a repeat gets the same answer: nothing that names a conversation. */
export interface CertificateRecord {
  readonly id: string;
  readonly erased_at: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly broker_until: string | null;
}

/** A certificate as it is answered. */
export interface Certificate extends CertificateRecord {
  readonly workspace: string;
  readonly user: string;
  readonly collection: string;
  readonly target: PurgeTarget['kind'];
  readonly target_id: string | null;
  /** SHA-256, hex, of this object's JSON with this member empty. */
  readonly sha256: string;
}

/** The certificate of a purge, with its checksum; the members stand as the contract has them. */
export function certificateOf(
  { workspace, user, collection }: Scoped,
  target: PurgeTarget,
  record: CertificateRecord,
): Certificate {
  const { id, erased_at, broker_until } = record;
  const counts = Object.fromEntries(Object.entries(record.counts).sort(([a], [b]) => (a < b ? -1 : 1)));
  const target_id = targetIdOf(target);
  const unsigned = {
    id,
    workspace,
    user,
    collection,
    target: target.kind,
    target_id,
    erased_at,
    counts,
    broker_until,
    sha256: '',
  };
  return { ...unsigned, sha256: sha256(JSON.stringify(unsigned)) };
}
