import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { startFleet, type TestFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { spawnFleet } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';
import { type Asked, answerOf, lasting } from './answers.ts';
import { detailOf, openedDetail } from './details.ts';
import { disagreements, eventually, expectFinished } from './finished.ts';
import { expectedOf, recordedVersions, unpacked } from './fixtures.ts';
import { openApart, openSettled } from './open.ts';
import { storyOf } from './story.ts';

const timeout = 600_000;

describe.each(recordedVersions)('a data folder of %s', { timeout }, (version) => {
  it('is answered as before: records, their history, what was believed at a time, repeats and details', {
    ...verifies('upgrade.data'),
  }, async () => {
    const { settled } = await expectedOf(version);
    await using directory = await unpacked(version, 'settled');
    const clock = turnedClock(settled.at);
    await using fleet = await openSettled(startFleet, directory.path, clock);
    await fleet.settled();
    await expectAnswers(fleet, settled.asked);
    for (const detail of settled.details) expect(await detailOf(fleet, detail.memory_key, detail.word)).toEqual(detail);
    for (const detail of settled.details) expect(await openedDetail(fleet, detail.memory_key)).toBe(detail.sha256);
    expect(await disagreements(fleet, clock)).toEqual([]);
  });

  it('is filtered once its documents are made again in the background, and the receipt says so until then', {
    ...verifies('upgrade.data'),
  }, async () => {
    const { settled } = await expectedOf(version);
    await using directory = await unpacked(version, 'settled');
    const clock = turnedClock(settled.at);
    await using fleet = await openSettled(startFleet, directory.path, clock);
    const facts = { query: 'Where does the spare key hang?', filter: { metadata: [{ key: 'page', equals: '3.0' }] } };
    const episodes = { query: 'Deploy the web shop', filter: { metadata: [{ key: 'team', equals: 'blue' }] } };
    const receipts = async () => [
      (await fleet.caller.call('facts', 'retrieve', facts)).receipt,
      (await fleet.caller.call('episodes', 'retrieve', episodes)).receipt,
    ];
    for (const receipt of await receipts()) expect(receipt).toMatchObject({ items: [], degraded: ['filter'] });
    // Lists read the records themselves.
    const listed = [
      (await fleet.caller.call('facts', 'list', { filter: facts.filter })).facts,
      (await fleet.caller.call('episodes', 'list', { filter: episodes.filter })).episodes,
    ];
    await eventually(clock, async () => {
      for (const receipt of await receipts()) expect(receipt.degraded).toEqual([]);
    });
    const found = (await receipts()).map(({ items }) => items.map(({ id }) => id));
    expect(found).toEqual(listed.map((records) => records.map(({ id }) => id)));
    expect(found.map(({ length }) => length)).toEqual([1, 1]);
    // What is learned meanwhile may still be on its way into the index.
    await eventually(clock, async () => expect(await disagreements(fleet, clock)).toEqual([]));
  });

  it('has the profile of its user: fields are found for the facts that were stored without', {
    ...verifies('upgrade.data'),
  }, async () => {
    const { settled } = await expectedOf(version);
    await using directory = await unpacked(version, 'settled');
    const clock = turnedClock(settled.at);
    await using fleet = await openSettled(startFleet, directory.path, clock);
    const profile = async () => (await fleet.caller.call('facts', 'get_profile', {})).text;
    const first = await profile();
    expect(first).toBe("people: The user's sister Tove lives in Bergen");
    await fleet.settled();
    expect(await profile()).toBe(first);
    expect(await disagreements(fleet, clock)).toEqual([]);
  });

  it('whose process was killed is finished: events, commands, an invocation, due and unindexed records, dead letters', {
    ...verifies('upgrade.data'),
  }, async () => {
    const { interrupted } = await expectedOf(version);
    await using directory = await unpacked(version, 'interrupted');
    await expectFinished(directory.path, interrupted, (fleet) => expectAnswers(fleet, interrupted.asked));
  });

  it('is copied once: by a check before the first start, and not again by the start', {
    ...verifies('upgrade.data'),
  }, async () => {
    const { settled } = await expectedOf(version);
    await using directory = await unpacked(version, 'settled');
    const copies = async () => (await readdir(directory.path)).filter((name) => name.includes('.before-'));
    await using check = spawnFleet({ directory: directory.path, args: ['check'] });
    await once(check.child, 'exit');
    const [copy] = await copies();
    expect(copy).toBeDefined();
    await using _ = await openSettled(startFleet, directory.path, turnedClock(settled.at));
    expect(await copies()).toEqual([copy]);
  });

  it('whose bus stands apart relays the events that were committed and not yet published', {
    ...verifies('upgrade.data'),
  }, async () => {
    const { apart } = await expectedOf(version);
    await using directory = await unpacked(version, 'apart');
    const clock = turnedClock(apart.at);
    await using fleet = await openApart(startFleet, directory.path, clock);
    await eventually(clock, async () => expect(await storyOf(fleet)).toEqual(apart.story));
  });
});

/** Reports every answer that differs. Members that a later version added are no difference. */
async function expectAnswers(fleet: TestFleet, asked: readonly Asked[]): Promise<void> {
  expect(asked.length).toBeGreaterThan(0);
  for (const { answer, ...question } of asked)
    expect
      .soft(await answerOf(fleet, question), JSON.stringify(question))
      .toMatchObject(lasting(question.operation, answer as object));
}
