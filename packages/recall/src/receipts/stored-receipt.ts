import { conversationNodeId, type Init, type Receipt, type Scope } from '@agent-mem/contract';
import { type SensitivePolicy, screenDocument } from '@agent-mem/policy';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';

/** A receipt that is to be stored, and what it answers. */
export interface NotedReceipt {
  readonly receipt: Init<Receipt> & Pick<Receipt, 'id'> & { readonly created_at: string; readonly operation: string };
  readonly query: string;
  /** Of the request; `null`: it named none. */
  readonly conversationId: string | null;
}

/** A receipt as it was stored. */
export interface ReadReceipt {
  readonly receipt: Init<Receipt>;
  /** As its request named it; `null`: it named none. */
  readonly conversationId: string | null;
}

/** What the store holds under a receipt's id. */
interface StoredReceipt {
  readonly receipt: Init<Receipt>;
  /** By all names of its conversation, so that a purge of it finds the receipt. */
  readonly conversation: readonly string[];
}

/** Longest query that is stored, in bytes. */
const queryBytes = 2_000;
/** All keys of receipts hold this, and nothing else does. */
const keyPrefix = 'receipt/rcpt_';
/** A receipt that waited to be written while a purge ran is at most so old. */
export const longestWaitMs = 50_000;

/** Where a receipt is stored. */
export function receiptKey(id: string): string {
  return `receipt/${id}`;
}

/** A receipt as it is stored: of its texts only the query, without secrets. */
export function receiptDocument({ receipt, query, conversationId }: NotedReceipt, policy: SensitivePolicy): string {
  const { query: screened } = JSON.parse(screenDocument({ query }, policy)) as { readonly query: string };
  // Cut after it is screened: a part of a secret would not be recognised.
  const cut = Buffer.from(screened).subarray(0, queryBytes).toString('utf8').replace(/�$/, '');
  const names = conversationId ? [conversationId, conversationNodeId(conversationId), conversationId.replace(/^conv_/, '')] : [];
  const stored: StoredReceipt = { receipt: { ...receipt, query: cut }, conversation: [...new Set(names)] };
  return JSON.stringify(stored);
}

/** The receipt of that id; `null`: it was never stored, has expired, or was erased. */
export async function readReceipt(keyValue: Pick<KeyValue, 'get'>, scope: Scope, id: string): Promise<ReadReceipt | null> {
  const entry = await keyValue.get(scope, receiptKey(id));
  if (entry === null) return null;
  const { receipt, conversation } = JSON.parse(entry.value) as StoredReceipt;
  return { receipt, conversationId: conversation[0] ?? null };
}

/** Erases all receipts of a scope. Answers how many. */
export function eraseReceipts(keyValue: Pick<KeyValueMaintenance, 'purge'>, scope: Scope): Promise<number> {
  return keyValue.purge(scope, [keyPrefix]);
}

/** Erases the receipts of the minute before a purge: one of them may name what was purged, and have been written after it. */
export async function eraseReceiptsBefore(
  keyValue: Pick<KeyValue, 'delete'> & Pick<KeyValueMaintenance, 'entries'>,
  scope: Scope,
  purgedAt: number,
): Promise<number> {
  let erased = 0;
  for await (const { key, value } of keyValue.entries(keyPrefix, scope)) {
    const at = Date.parse((JSON.parse(value) as StoredReceipt).receipt.created_at ?? '');
    if (at > purgedAt || at < purgedAt - longestWaitMs) continue;
    await keyValue.delete(scope, key);
    erased += 1;
  }
  return erased;
}
