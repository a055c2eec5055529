import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import type { MemoryClient } from '../../memory-client/memory-client.ts';
import { watch } from './watch.ts';

/** Facts that a fleet answers as the list, newest first, in pages of two; `isUp` false: none runs. */
function stubbed() {
  const clock = turnedClock();
  const facts: { id: string; received_at: string }[] = [];
  const state = { isUp: true };
  const client = {
    async call(service: string, _operation: string, { cursor = '0' }: { cursor?: string }) {
      const from = Number(cursor);
      const of = service === 'facts' ? facts.toReversed() : [];
      const next_cursor = from + 2 < of.length ? String(from + 2) : null;
      return { facts: of.slice(from, from + 2), episodes: [], next_cursor };
    },
  } as unknown as MemoryClient;
  const store = (id: string) => void facts.push({ id, received_at: new Date(clock.now()).toISOString() });
  const forget = (id: string) =>
    void facts.splice(
      facts.findIndex((fact) => fact.id === id),
      1,
    );
  return { clock, client, state, store, forget };
}

it('what is stored from now on comes once, oldest first, also after the fleet was away', async () => {
  const { clock, client, state, store, forget } = stubbed();
  for (const id of ['old-1', 'old-2', 'old-3']) store(id);
  const stopped = new AbortController();
  const printed: string[] = [];
  const complaints: string[] = [];
  const scope = { workspace: 'default', user: 'default', collection: 'default' };
  const current = async () => (state.isUp ? client : null);
  const watching = (async () => {
    const found = watch(current, scope, { clock, signal: stopped.signal, complain: (line) => void complaints.push(line) });
    for await (const { id } of found) printed.push(id);
  })();
  await clock.advance(1_000);
  expect(printed).toEqual([]);
  for (const id of ['new-1', 'new-2', 'new-3']) store(id);
  await clock.advance(1_000);
  expect(printed).toEqual(['new-1', 'new-2', 'new-3']);
  forget('new-3');
  forget('new-2');
  state.isUp = false;
  await clock.advance(180_000);
  expect(complaints).toEqual(['agent-mem: No fleet runs on DATA_DIR; waiting for one']);
  store('while-away');
  state.isUp = true;
  await clock.advance(3_000);
  stopped.abort();
  await watching;
  expect(printed).toEqual(['new-1', 'new-2', 'new-3', 'while-away']);
});
