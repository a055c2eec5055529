import type { Init, PurgeRequest, PurgeResponse } from '@agent-mem/contract';
import type { ReportProgress } from '@agent-mem/runtime';
import { beginPurge } from './begin-purge.ts';
import { purgePart } from './purge-part.ts';
import type { PurgeAsked, PurgePorts, Purger } from './purge-under-way.ts';

/** Erases for good what a request names, in every store, and answers the certificate; the request again is answered the same one. */
export async function purge(
  purger: Purger,
  request: PurgeRequest,
  asked: PurgeAsked,
  ports: PurgePorts,
  report?: ReportProgress,
): Promise<Init<PurgeResponse>> {
  const begun = await beginPurge(purger, request, asked, ports);
  if (begun.answer) return begun.answer;
  const part = await purgePart(begun.underWay, ports, { isOver: () => false, ...(report && { report }) });
  return part.answer ?? {};
}
