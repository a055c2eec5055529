import { dayMs } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { startFacts } from '../../test/start-facts.ts';

it('answers a question from what is believed, and not from what was deleted', async () => {
  await using facts = await startFacts();
  const interpret = (message: string) => facts.fleet.caller.call('facts', 'interpret', { message });
  const id = await facts.store({ content: 'The user lives in Lisbon' });
  expect(await interpret('Where do I live?')).toMatchObject({ act: 'question', answer: 'You live in Lisbon.', facts: [{ id }] });
  await facts.fleet.caller.call('facts', 'delete', { fact_id: id });
  expect(await interpret('Where do I live?')).toMatchObject({ act: 'question', answer: '', facts: [] });
});

it('reads a fact that another program wrote of "User" as one of the user', async () => {
  await using facts = await startFacts();
  const interpret = (message: string) => facts.fleet.caller.call('facts', 'interpret', { message });
  const id = await facts.store({ content: 'User has two cats and a dog called Rex' });
  expect(await interpret('How many cats do I have?')).toMatchObject({ answer: 'You have two cats and a dog called Rex.' });
  expect(await interpret('Forget that my dog is called Rex')).toMatchObject({
    act: 'forget',
    answer: 'You have two cats.',
    parts: [{ fact_id: id, forgotten: 'User has a dog called Rex', remaining: 'User has two cats' }],
  });
});

it('answers what was by what was believed before too, until it is deleted', async () => {
  await using facts = await startFacts({ byRules: true });
  const lisbon = await facts.store({ content: 'The user lives in Lisbon' });
  await facts.fleet.settled();
  await facts.store({ content: 'The user lives in Porto' });
  await facts.fleet.settled();
  const answer = async (message: string) => (await facts.fleet.caller.call('facts', 'interpret', { message })).answer;
  expect(await answer('Where did I live before?')).toMatch(
    /^You live in Porto\. I believed until \d{4}-\d\d-\d\d: You live in Lisbon\.$/,
  );
  expect(await answer('Where do I live?')).toBe('You live in Porto.');
  await facts.fleet.caller.call('facts', 'delete', { fact_id: lisbon });
  expect(await answer('Where did I live before?')).toBe('You live in Porto.');
});

it('answers what was at a past time by no fact that another conversation alone sees', async () => {
  const clock = turnedClock(Date.UTC(2026, 0, 12));
  await using facts = await startFacts({ byRules: true, clock });
  const own = { visibility: 'conversation', conversation_id: 'c1' } as const;
  await facts.store({ content: 'The user lives in Ghent', ...own });
  await facts.fleet.settled();
  await clock.leap(60 * dayMs);
  const message = 'Where did I live in January?';
  const answer = async (conversation_id: string) =>
    (await facts.fleet.caller.call('facts', 'interpret', { message, conversation_id })).answer;
  expect(await answer('c1')).toBe('You live in Ghent. That is what I believed on 2026-01-31.');
  expect(await answer('c2')).not.toContain('Ghent');
});

it('answers what was at a past time by what was believed then, and else as if no time were named', async () => {
  const clock = turnedClock(Date.UTC(2026, 0, 12));
  await using facts = await startFacts({ byRules: true, clock });
  const ghent = await facts.store({ content: 'The user lives in Ghent' });
  await facts.fleet.settled();
  await clock.leap(60 * dayMs);
  await facts.store({ content: 'The user lives in Antwerp' });
  await facts.store({ content: 'The user visited Rome in January 2026' });
  await facts.fleet.settled();
  const answer = async (message: string) => (await facts.fleet.caller.call('facts', 'interpret', { message })).answer;
  expect(await answer('Where did I live in January?')).toBe('You live in Ghent. That is what I believed on 2026-01-31.');
  expect(await answer('Did I live in Antwerp in January?')).toBe('No: you live in Ghent. That is what I believed on 2026-01-31.');
  expect(await answer('What did I visit in January?')).toBe('You visited Rome in January 2026.');
  expect(await answer('Where do I live?')).toBe('You live in Antwerp.');
  expect(await answer('Where did I live in 2024?')).not.toContain('Ghent');
  await facts.fleet.caller.call('facts', 'delete', { fact_id: ghent });
  expect(await answer('Where did I live in January?')).not.toContain('Ghent');
});

it('changes nothing: who asks to forget is answered which facts are meant', async () => {
  await using facts = await startFacts();
  const id = await facts.store({ content: "The user's brother lives in Faro" });
  const read = await facts.fleet.caller.call('facts', 'interpret', { message: 'Forget that my brother lives in Faro' });
  expect(read).toMatchObject({ act: 'forget', facts: [{ id }] });
  expect(await facts.list()).toEqual(["The user's brother lives in Faro"]);
});

it('sees what only its conversation sees, and no other', async () => {
  await using facts = await startFacts();
  const { caller } = facts.fleet;
  await facts.store({ content: 'The user lives in Rome', visibility: 'conversation', conversation_id: 'c1' });
  const asked = { message: 'Where do I live?' };
  expect(await caller.call('facts', 'interpret', { ...asked, conversation_id: 'c1' })).toMatchObject({
    answer: 'You live in Rome.',
  });
  expect(await caller.call('facts', 'interpret', { ...asked, conversation_id: 'c2' })).toMatchObject({ answer: '' });
});

it('says what of a statement is learned, and what would be if it were asked for', async () => {
  await using facts = await startFacts();
  const interpret = (message: string) => facts.fleet.caller.call('facts', 'interpret', { message });
  const [health, home] = ['You are diabetic.', 'You live in Lisbon.'];
  const said = 'I am diabetic. I live in Lisbon.';
  expect(await interpret(said)).toMatchObject({ act: 'statement', answer: home, not_learned: health });
  expect(await interpret('Remember that I am diabetic.')).toMatchObject({ act: 'statement', answer: health, not_learned: '' });
});

it('names the kind of what is not stored, and promises nothing of it', async () => {
  await using facts = await startFacts();
  const interpret = (message: string) => facts.fleet.caller.call('facts', 'interpret', { message });
  expect(await interpret('I live in Lisbon. My wifi password is hunter22.')).toMatchObject({
    ...{ act: 'statement', answer: 'You live in Lisbon.', not_learned: '', withheld: ['password'] },
  });
  expect(await interpret('Remember that my wifi password is hunter22.')).toMatchObject({ answer: '', withheld: ['password'] });
  expect(await interpret('My email is anne@example.org')).toMatchObject({ withheld: [] });
});

it('says that health is learned where the configuration lets it', async () => {
  await using facts = await startFacts({ environment: { LEARN_PERSONAL_DATA: 'health' } });
  const read = await facts.fleet.caller.call('facts', 'interpret', { message: 'I am diabetic.' });
  expect(read).toMatchObject({ act: 'statement', answer: 'You are diabetic.', not_learned: '' });
});

it.each(['ما اسمي؟', '我住在哪里？', 'Where do I live？'])('takes %s for a question by its mark', async (message) => {
  await using facts = await startFacts();
  await facts.store({ content: 'The user lives in Lisbon' });
  const { act } = await facts.fleet.caller.call('facts', 'interpret', { message });
  expect(act).toBe('question');
});
