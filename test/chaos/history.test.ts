import { describe, expect, it } from 'vitest';
import { brokenPromises, emptyHistory, type History, type Holdings } from './history.ts';

const question = 'Remember that locker 3 opens with code 39';
const taught = { id: 'fact_3', content: 'Locker 3 opens with code 39' };

/** One of each kind was acknowledged. */
function acknowledged(): History {
  const history = emptyHistory();
  history.facts.set('Parcel 1', { id: 'fact_1' });
  history.episodes.set('Mend machine 2', { id: 'epi_2' });
  history.invocations.set(question, { conversation: 'talk', id: 'inv_3' });
  history.messages.set('Line 4', { conversation: 'talk', id: 'msg_4', ordinal: 3 });
  return history;
}

function message(id: string, role: string, content: string, ordinal: number, invocation_id?: string) {
  const metadata: Record<string, string> = invocation_id ? { invocation_id } : {};
  return { id, role, content, ordinal, metadata, tool_calls: [] };
}

const exchange = [message('msg_1', 'user', question, 1, 'inv_3'), message('msg_2', 'assistant', 'Noted', 2, 'inv_3')];
const line = message('msg_4', 'user', 'Line 4', 3);
const holdings: Holdings = {
  facts: [{ id: 'fact_1', content: 'Parcel 1' }, taught],
  episodes: [{ id: 'epi_2', goal: 'Mend machine 2' }],
  messages: new Map([['talk', [...exchange, line]]]),
  invocations: new Map([['talk', [{ invocation_id: 'inv_3', query: question }]]]),
};
const summary = (invocation_id: string) => ({ invocation_id, query: question });
const summarised = (...ids: readonly string[]) => new Map([['talk', ids.map(summary)]]);
const said = (...messages: Parameters<typeof message>[]) => new Map([['talk', messages.map((each) => message(...each))]]);

describe('the history checker', () => {
  it('finds nothing broken where everything is there once', () => {
    expect(brokenPromises(acknowledged(), holdings)).toEqual([]);
  });

  it.each<[string, Partial<Holdings>, string]>([
    ['a fact that is lost', { facts: [taught] }, 'fact "Parcel 1" is there 0 times'],
    [
      'a fact that is there twice',
      { facts: [...holdings.facts, { id: 'f', content: 'Parcel 1' }] },
      'fact "Parcel 1" is there 2 times',
    ],
    ['a fact under another id', { facts: [{ id: 'f', content: 'Parcel 1' }, taught] }, 'has another id than was answered'],
    [
      'a fact of somebody else',
      { facts: [...holdings.facts, { id: 'f', content: 'Parcel 9' }] },
      'fact "Parcel 9" was asked for by nobody',
    ],
    ['an episode that is lost', { episodes: [] }, 'episode "Mend machine 2" is there 0 times'],
    ['an invocation that taught nothing', { facts: holdings.facts.slice(0, 1) }, `taught "${taught.content}" 0 times`],
    ['an invocation without summary', { invocations: summarised() }, 'invocation inv_3 is summarised 0 times'],
    ['an invocation summarised again', { invocations: summarised('inv_3', 'inv_5') }, 'is summarised 2 times, 1 of them'],
    ['a message that is lost', { messages: new Map([['talk', exchange]]) }, 'message "Line 4" is there 0 times'],
    [
      'a gap between messages',
      { messages: new Map([['talk', [...exchange, { ...line, ordinal: 4 }]]]) },
      'talk has ordinals 1 2 4',
    ],
    ['an answer that was not kept', { messages: said(['msg_1', 'user', question, 1, 'inv_3']) }, 'is in the history as "user"'],
  ])('tells of %s', (_, difference, sentence) => {
    expect(brokenPromises(acknowledged(), { ...holdings, ...difference })).toContainEqual(expect.stringContaining(sentence));
  });

  it('lets an invocation be made again whose journal was lost, and nothing else', () => {
    const history = acknowledged();
    history.journalLost.add(question);
    const again = [message('msg_5', 'user', question, 4, 'inv_5'), message('msg_6', 'assistant', 'Noted', 5, 'inv_5')];
    const twice = {
      ...holdings,
      invocations: summarised('inv_3', 'inv_5'),
      messages: new Map([['talk', [...exchange, line, ...again]]]),
    };
    expect(brokenPromises(history, twice)).toEqual([]);
    expect(brokenPromises(history, { ...twice, facts: [...holdings.facts, { ...taught, id: 'f' }] })).toHaveLength(1);
    expect(brokenPromises(history, { ...twice, messages: holdings.messages })).toHaveLength(1);
  });

  it('lets what was cut off and not repeated be there once or not at all, with all of its effects', () => {
    const history = acknowledged();
    history.invocations.clear();
    history.abandoned.add(question).add('Parcel 7');
    expect(brokenPromises(history, holdings)).toEqual([]);
    const untaught = { ...holdings, facts: holdings.facts.slice(0, 1) };
    expect(brokenPromises(history, untaught)).toEqual([`"${question}", which was cut off, had a part of its effects`]);
    const sevens = ['f', 'g'].map((id) => ({ id, content: 'Parcel 7' }));
    expect(brokenPromises(history, { ...holdings, facts: [...holdings.facts, ...sevens] })).toEqual([
      '"Parcel 7", which was cut off and not repeated, is there 2 times',
    ]);
  });
});
