import { noteScopeOf, type PurgePorts, type PurgeUnderWay } from '../purge-under-way.ts';
import { purgeNoteNode, purgeNoteOf, stragglersAfterMs } from './purge-mark.ts';

/** Notes which job goes on with a purge, so that the request again is answered that job. Its second look waits for that long once more. */
export async function noteJob(
  underWay: PurgeUnderWay,
  jobId: string,
  { graph, clock }: Pick<PurgePorts, 'graph' | 'clock'>,
): Promise<void> {
  const scope = noteScopeOf(underWay);
  const [node] = await graph.get(scope, [underWay.noteId]);
  const note = purgeNoteOf(node);
  if (!note || note.certificate) return;
  const noted = purgeNoteNode(underWay.noteId, { ...note, job: jobId }, clock.now(), stragglersAfterMs);
  await graph.commit(scope, { nodes: [noted] });
}
