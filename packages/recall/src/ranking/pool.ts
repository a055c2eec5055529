/** What ranking sees of a document: what the search index answers, which tells nothing of its other terms. */
export interface Candidate {
  readonly id: string;
  readonly conversationId: string | null;
  /** Ordinal in its conversation. */
  readonly ordinal: number | null;
  readonly role: string | null;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Number of its terms. */
  readonly length: number;
  /** How often it holds each of the question's terms. */
  readonly counts: Readonly<Record<string, number>>;
  /** `null`: it has no vector, or none was asked for. */
  readonly cosine: number | null;
  /** `TextFeatures`, and whatever else its maker stored. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Candidates with the messages beside them, which are looked at but not answered. */
export interface Pool<Document extends Candidate = Candidate> {
  /** The candidates, then their neighbours. */
  readonly documents: readonly Document[];
  /** Number of candidates. */
  readonly size: number;
  /** The session of each document, numbered from 0. */
  readonly sessions: Int32Array;
  readonly sessionCount: number;
  /** For each document the index of the message so many ordinals further in the same session; −1: none is known. */
  neighboursAt(offset: number): Int32Array;
}

/** Lines up what is known of each conversation and cuts it into sessions where nothing was said for `gapMs` or longer. */
export function createPool<Document extends Candidate>(
  candidates: readonly Document[],
  neighbours: readonly Document[],
  gapMs: number,
): Pool<Document> {
  const documents = [...candidates, ...neighbours];
  const order = inOrder(documents);
  const sessions = new Int32Array(documents.length);
  const tables = new Map<number, Int32Array>();
  let session = -1;
  let former: Document | undefined;
  for (const index of order) {
    const document = documents[index];
    if (document === undefined) continue;
    if (!isSameSession(former, document, gapMs)) session += 1;
    sessions[index] = session;
    former = document;
  }
  return {
    documents,
    size: candidates.length,
    sessions,
    sessionCount: session + 1,
    neighboursAt(offset) {
      const known = tables.get(offset) ?? neighbourTable(documents, { order, sessions }, offset);
      tables.set(offset, known);
      return known;
    },
  };
}

function neighbourTable(
  documents: readonly Candidate[],
  { order, sessions }: { readonly order: Int32Array; readonly sessions: Int32Array },
  offset: number,
): Int32Array {
  const table = new Int32Array(documents.length).fill(-1);
  const step = Math.sign(offset);
  for (let position = 0; position < order.length; position++) {
    const index = order[position] ?? 0;
    const wanted = (documents[index]?.ordinal ?? Number.NaN) + offset;
    for (let other = position + step; other >= 0 && other < order.length; other += step) {
      const near = order[other] ?? 0;
      if (sessions[near] !== sessions[index]) break;
      const ordinal = documents[near]?.ordinal ?? Number.NaN;
      if (ordinal === wanted) table[index] = near;
      if (!((wanted - ordinal) * step > 0)) break;
    }
  }
  return table;
}

/** Indices in order of conversation, then ordinal; documents of no conversation come last. */
function inOrder(documents: readonly Candidate[]): Int32Array {
  const conversations = new Map<string, number>();
  const groups = new Int32Array(documents.length);
  const ordinals = new Float64Array(documents.length);
  for (const [index, { conversationId, ordinal }] of documents.entries()) {
    ordinals[index] = ordinal ?? 0;
    if (conversationId === null || ordinal === null) {
      groups[index] = documents.length;
      continue;
    }
    const group = conversations.get(conversationId) ?? conversations.size;
    conversations.set(conversationId, group);
    groups[index] = group;
  }
  const order = new Int32Array(documents.length);
  for (let index = 0; index < order.length; index++) order[index] = index;
  return order.sort((a, b) => (groups[a] ?? 0) - (groups[b] ?? 0) || (ordinals[a] ?? 0) - (ordinals[b] ?? 0));
}

function isSameSession(former: Candidate | undefined, document: Candidate, gapMs: number): boolean {
  if (former === undefined || document.conversationId === null || document.ordinal === null) return false;
  return former.conversationId === document.conversationId && Math.abs(document.timestamp - former.timestamp) < gapMs;
}
