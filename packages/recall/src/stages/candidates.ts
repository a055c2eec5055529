import type { Scope } from '@agent-mem/contract';
import type { IndexHit, IndexProbe, MessagePosition, SearchIndex } from '@agent-mem/storage';
import type { RecallProfile } from '../ranking/profile.ts';
import type { RecallRequest } from '../recall.ts';
import { conversationsOf, isWithin } from '../stretch.ts';

const mostCandidates = 1_000;

/** What the index found, and the messages beside it. */
export interface Candidates {
  /** May be answered. */
  readonly candidates: readonly IndexHit[];
  /** Are only looked at: the asker's filters leave them out. */
  readonly neighbours: readonly IndexHit[];
}

/** What is searched for, and by which profile. */
interface Search {
  readonly request: RecallRequest;
  readonly probe: IndexProbe;
  readonly profile: RecallProfile;
}

/** Asks both legs of the index for candidates. The index knows conversations; those at other ordinals of them are left out here. */
export async function searchCandidates(
  searchIndex: SearchIndex,
  scope: Scope,
  { request, probe, profile }: Search,
): Promise<readonly IndexHit[]> {
  const { kinds, within, visibleFrom, roles = [], filter } = request;
  const limit = Math.max(1, profile.candidates, Math.ceil(profile.topK * profile.candidatesPerItem));
  const hits = await searchIndex.search(scope, {
    ...probe,
    kinds,
    visibleFrom: visibleFrom ?? null,
    ...(within == null ? {} : { conversationIds: conversationsOf(within) }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(filter ? { filter } : {}),
    limit: Math.min(mostCandidates, limit),
  });
  return within == null ? hits : hits.filter((hit) => isWithin(hit, within));
}

/** Slots for messages beside the best hits, which the hits themselves do not fill. */
export function neighbourPositions(
  hits: readonly IndexHit[],
  { widened, window, smoothing }: RecallProfile,
): readonly MessagePosition[] {
  const offsets = [...window, ...smoothing].map(({ offset }) => offset);
  if (widened === 0 || offsets.length === 0) return [];
  const reach = Math.max(...offsets.map(Math.abs));
  const filled = new Set(hits.map(positionKey));
  const positions: MessagePosition[] = [];
  for (const { conversationId, ordinal } of mostPromising(hits, widened)) {
    if (conversationId === null || ordinal === null) continue;
    // By offset: added to a number of about 2^53, 1 changes nothing, and a loop by ordinals would have no end.
    for (let offset = -reach; offset <= reach; offset++) {
      const near = ordinal + offset;
      if (near < 1 || !Number.isSafeInteger(near)) continue;
      const position = { conversationId, ordinal: near };
      const key = positionKey(position);
      if (filled.has(key)) continue;
      filled.add(key);
      positions.push(position);
    }
  }
  return positions;
}

/** Neighbours that the asker may see are candidates too: an answer often holds no word of its question. */
export function widen(hits: readonly IndexHit[], beside: readonly IndexHit[], request: RecallRequest): Candidates {
  const { kinds, roles = [], visibleFrom = null, within } = request;
  const isAnswer = (hit: IndexHit) =>
    (roles.length === 0 || (hit.role !== null && roles.includes(hit.role))) &&
    (hit.visibility === 'scope' || hit.conversationId === visibleFrom);
  const near = beside.filter((hit) => kinds.includes(hit.kind) && (within == null || isWithin(hit, within)));
  return { candidates: [...hits, ...near.filter(isAnswer)], neighbours: near.filter((hit) => !isAnswer(hit)) };
}

/** By both legs at once: the share of the best hit's words, and the cosine. */
function mostPromising(hits: readonly IndexHit[], most: number): readonly IndexHit[] {
  const best = hits.reduce((highest, { lexical }) => Math.max(highest, lexical), 0) || 1;
  const promise = new Map(hits.map((hit) => [hit, hit.lexical / best + (hit.cosine ?? 0)]));
  return hits.toSorted((a, b) => (promise.get(b) ?? 0) - (promise.get(a) ?? 0) || (a.id < b.id ? -1 : 1)).slice(0, most);
}

function positionKey({
  conversationId,
  ordinal,
}: {
  readonly conversationId: string | null;
  readonly ordinal: number | null;
}): string {
  return `${ordinal} ${conversationId}`;
}
