import { OperationError } from '@agent-mem/contract';
import { type HandChange, handChanges } from '@agent-mem/vault';
import { addFacts } from './add-facts.ts';
import { addTurn } from './add-turn.ts';
import { editFact } from './edit-fact.ts';
import { goOnWithFact } from './go-on-with-fact.ts';
import { putBack } from './put-back.ts';
import { refuseUnknown } from './refuse-unknown.ts';
import { removeFact } from './remove-fact.ts';
import type { Taking } from './taking.ts';

/**
 * Takes in what a person did at these paths, by the operations that any caller has: an edit is facts.Update, a new file facts.Store, a file that is gone facts.Delete.
 * What is refused is reported, and stays as it is. Answers the paths to look at again: their service was away, or they are written just now.
 */
export async function takeIn(paths: Iterable<string>, taking: Taking, now: number): Promise<readonly string[]> {
  const changes = await handChanges(paths, taking.snapshot, taking.files, now);
  const again: string[] = [];
  const attempt = async (at: string, work: () => Promise<void>) => {
    taking.assertOwned();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      if (error.retryable) again.push(at);
      else taking.refuse(at, null, error.message);
    }
  };
  const added = changes.filter((change) => change.change === 'added');
  const facts: typeof added = [];
  for (const file of added.filter(({ place }) => place.kind === 'fact'))
    await attempt(file.path, async () => {
      if (!(await goOnWithFact(file, taking))) facts.push(file);
    });
  await addFacts(facts, taking, again);
  const unknown = changes.filter((change) => change.change === 'unknown');
  await refuseUnknown(unknown, taking);
  let deleted = 0;
  for (const change of changes) {
    if (change.change === 'unsettled') again.push(change.path);
    const at = change.change === 'removed' ? change.known.path : change.path;
    await attempt(at, async () => {
      if (change.change === 'removed' && isFact(change.known)) deleted += Number(await removeFact(change.known, taking));
      else await takeChange(change, taking);
    });
  }
  // Git removes files too, where it goes to a branch that has fewer.
  if (deleted > 0)
    taking.log.warn(
      { folder: taking.files.root, facts: deleted },
      'facts are deleted in memory, since their files are gone; move the files out of deleted/, or use facts.Restore, to have them again',
    );
  return again;
}

async function takeChange(change: HandChange, taking: Taking): Promise<void> {
  switch (change.change) {
    case 'unreadable':
      return taking.refuse(change.path, change.line, change.reason);
    case 'unsettled':
    case 'unknown':
      return;
    case 'removed':
      return await putBack(change.known, null, taking);
    case 'edited':
      return isFact(change.known) ? await editFact(change, taking) : await putBack(change.known, change, taking);
    case 'added':
      if (change.place.kind === 'fact') return;
      if (change.place.kind === 'turn') await addTurn(change, taking);
      else
        taking.refuse(
          change.path,
          null,
          'memory writes summaries and conversations itself; a new file is taken in in facts/ and turns/',
        );
  }
}

function isFact({ id }: { readonly id: string }): boolean {
  return id.startsWith('fact_');
}
