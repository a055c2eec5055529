import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import { copyData, rowsOf } from './folder.ts';
import { askOf, startStage } from './stage.ts';

const people = Array.from({ length: 20 }, (_, index) => `Person${index + 1}`);
const mostTries = 20;
/** Fewer would say little. */
const leastWaiting = 3;

/** Bus and stores in folders of their own, killed while committed events wait for the relay in the outbox. */
export async function makeApart(checkout: Checkout, folder: string): Promise<void> {
  const [store, bus] = [join(folder, 'store'), join(folder, 'bus')];
  for (let tries = 1; ; tries += 1) {
    await storeUntilKilled(checkout, store, bus);
    // A copy, since looking into the file writes what stands in its log.
    await copyData(store, join(folder, 'look'));
    const waiting = rowsOf(join(folder, 'look'), 'graph_outbox');
    await rm(join(folder, 'look'), { recursive: true });
    if (waiting >= leastWaiting) return;
    if (tries === mostTries) throw new Error(`In ${mostTries} tries no process was killed with events in its outbox`);
    await Promise.all([store, bus].map((each) => rm(each, { recursive: true })));
  }
}

async function storeUntilKilled(checkout: Checkout, folder: string, bus: string): Promise<void> {
  const environment = { BUS_URL: `sqlite:${bus}` };
  await using fleet = await startStage({ checkout, folder, at: '2026-03-14T09:00:00Z', environment });
  const ask = askOf(fleet);
  const lives = (person: string, town: string, timestamp: string) =>
    ask('facts', 'store', { content: `${person} lives in ${town}`, timestamp });
  for (const person of people) await lives(person, 'Rome', '2026-01-01T00:00:00.000Z');
  let answered = 0;
  const all = people.map(async (person) => {
    await lives(person, 'Oslo', '2026-02-01T00:00:00.000Z');
    answered += 1;
    if (answered === 5) await fleet.kill();
  });
  await Promise.allSettled(all);
  await fleet.kill();
}
