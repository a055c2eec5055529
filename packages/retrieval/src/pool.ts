/** What ranking sees of a document: what the search index answers, which tells nothing of its other terms. */
export interface Candidate {
  readonly id: string;
  readonly conversationId: string | null;
  /** Place in its conversation. */
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
  /** Place of the message so many ordinals further in the same session; −1: none is known. */
  neighbour(place: number, offset: number): number;
}

/** Lines up what is known of each conversation and cuts it into sessions where nothing was said for `gapMs` or longer. */
export function createPool<Document extends Candidate>(
  candidates: readonly Document[],
  neighbours: readonly Document[],
  gapMs: number,
): Pool<Document> {
  const documents = [...candidates, ...neighbours];
  const order = inOrder(documents);
  /** Where each document stands in `order`. */
  const positions = new Int32Array(documents.length);
  const sessions = new Int32Array(documents.length);
  let session = -1;
  let former: Document | undefined;
  for (let position = 0; position < order.length; position++) {
    const place = order[position] ?? 0;
    const document = documents[place];
    if (document === undefined) continue;
    if (!isSameSession(former, document, gapMs)) session += 1;
    sessions[place] = session;
    positions[place] = position;
    former = document;
  }
  return {
    documents,
    size: candidates.length,
    sessions,
    sessionCount: session + 1,
    neighbour(place, offset) {
      const wanted = (documents[place]?.ordinal ?? Number.NaN) + offset;
      const step = Math.sign(offset);
      for (let position = (positions[place] ?? 0) + step; ; position += step) {
        const near = order[position];
        if (near === undefined || sessions[near] !== sessions[place]) return -1;
        const ordinal = documents[near]?.ordinal ?? Number.NaN;
        if (ordinal === wanted) return near;
        if (!((wanted - ordinal) * step > 0)) return -1;
      }
    },
  };
}

/** Places by conversation, then ordinal; what stands in no conversation comes last. */
function inOrder(documents: readonly Candidate[]): Int32Array {
  const conversations = new Map<string | null, number>();
  const numbers = Float64Array.from(documents, ({ conversationId, ordinal }) => {
    const key = ordinal === null ? null : conversationId;
    const number = conversations.get(key) ?? conversations.size;
    conversations.set(key, number);
    return key === null ? Number.POSITIVE_INFINITY : number;
  });
  return Int32Array.from(documents.keys()).sort((a, b) => {
    const [left, right] = [numbers[a] ?? 0, numbers[b] ?? 0];
    return left === right ? (documents[a]?.ordinal ?? 0) - (documents[b]?.ordinal ?? 0) : left - right;
  });
}

function isSameSession(former: Candidate | undefined, document: Candidate, gapMs: number): boolean {
  if (former === undefined || document.conversationId === null || document.ordinal === null) return false;
  return former.conversationId === document.conversationId && Math.abs(document.timestamp - former.timestamp) < gapMs;
}
