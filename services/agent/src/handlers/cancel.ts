import { type CancelRequest, type CancelResponse, canonicalId } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { cancelledByCaller, type Instance, runningById, runningByKey } from '../instance.ts';
import { noteCancel } from '../journal/cancels.ts';
import { readEntry } from '../journal/entries.ts';
import { requestsBy } from '../places/places.ts';
import { changeRun, stoppedRun } from '../waiting/change-run.ts';
import { openRun } from '../waiting/open-run.ts';

/** Ends an invocation that runs or waits here; one that may elsewhere is left word, which its instance finds at the next step. The id may be the key of its request. */
export async function cancel({ id }: CancelRequest, context: HandlerContext<Config, Instance>): Promise<CancelResponse> {
  const { clock, keyValue, scope, state: instance } = context;
  const ids = [id, canonicalId('inv', id)].filter((each) => each !== null);
  const running =
    ids.map((each) => runningById(instance, scope, each)).find((each) => each !== null) ?? runningByKey(instance, scope, id);
  if (running) {
    running.end(cancelledByCaller());
    return { cancelled: true };
  }
  const waiting = [...ids, id].flatMap((each) => requestsBy(instance.places, scope, each));
  for (const each of waiting) each.cancel();
  if (waiting.length > 0) return { cancelled: true };
  const byKey = await readEntry(keyValue, scope, id);
  if (byKey) ids.push(byKey.invocation.invocationId);
  for (const each of ids) if (await stopWaiting(each, context)) return { cancelled: true };
  for (const each of new Set(ids)) await noteCancel(keyValue, scope, each, clock.now());
  return { cancelled: false };
}

/** Ends a run that waits, by its invocation's id. */
async function stopWaiting(id: string, context: HandlerContext<Config>): Promise<boolean> {
  const { scope } = context;
  const stored = await changeRun(context, scope, id, (run) => stoppedRun(run, 'cancelled'));
  if (stored?.run.stop !== 'cancelled') return false;
  if (!stored.run.isOpened) await openRun(context, scope, stored);
  return true;
}
