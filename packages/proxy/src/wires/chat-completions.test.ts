import { describe, expect, it } from 'vitest';
import { withInsertions } from '../json/insertion.ts';
import { readRequest } from '../read-request.ts';
import { turnsOf } from '../turns.ts';
import { chatCompletions } from './chat-completions.ts';

const path = '/v1/chat/completions';
const headers = { 'x-agent-mem-conversation': 'c1' };
const read = (text: string) => readRequest(chatCompletions, path, headers, Buffer.from(text));
/** The body with a block in front of the last words. */
const shown = (text: string, block = 'B') => {
  const { spoken } = read(text);
  const last = spoken && turnsOf('c1', spoken.said, '').last;
  return last && withInsertions(spoken.json, [{ at: last.at, text: block }]).toString();
};

it.each([
  ['a string', '{"messages":[{"role":"user","content":"hi"}]}', '{"messages":[{"role":"user","content":"B\\n\\nhi"}]}'],
  [
    'the last text part, behind an image',
    '{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:x"}},{"text":"hi","type":"text"}]}]}',
    '{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:x"}},{"text":"B\\n\\nhi","type":"text"}]}]}',
  ],
  [
    'words with messages of tools after them',
    '{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null},{"role":"tool","content":"rain"}]}',
    '{"messages":[{"role":"user","content":"B\\n\\nhi"},{"role":"assistant","content":null},{"role":"tool","content":"rain"}]}',
  ],
  [
    'words before what a program says in the place of the user',
    '{"messages":[{"role":"user","content":"hi"},{"role":"user","content":"<system-reminder>x</system-reminder>"}]}',
    '{"messages":[{"role":"user","content":"B\\n\\nhi"},{"role":"user","content":"<system-reminder>x</system-reminder>"}]}',
  ],
  [
    'odd spaces, escapes, numbers and members',
    ' {\n"n":1.00e+2 ,"messages" : [ {"content":"\\u00e9\\/é🧠\\ud800","role":"user"} ]\t} ',
    ' {\n"n":1.00e+2 ,"messages" : [ {"content":"B\\n\\n\\u00e9\\/é🧠\\ud800","role":"user"} ]\t} ',
  ],
  [
    'the last of two members of one name',
    '{"messages":[{"role":"user","content":"no"}],"messages":[{"role":"user","content":"hi"}]}',
    '{"messages":[{"role":"user","content":"no"}],"messages":[{"role":"user","content":"B\\n\\nhi"}]}',
  ],
])('a block goes in front of %s, and every other byte stays', (_, body, expected) => {
  expect(shown(body)).toBe(expected);
});

it('a block is written as JSON has it', () => {
  const body = '{"messages":[{"role":"user","content":"hi"}]}';
  expect(JSON.parse(shown(body, '"\\\n\u0001🧠') ?? '').messages[0].content).toBe('"\\\n\u0001🧠\n\nhi');
});

it.each([
  ['no words of a user', '{"messages":[{"role":"system","content":"hi"}]}'],
  ['an image alone', '{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}]}'],
  ['a harness alone', '{"messages":[{"role":"user","content":"<environment_context>x</environment_context>"}]}'],
  ['no JSON', '{"messages":'],
  ['a comment', '{"messages":[{"role":"user","content":"hi"}]} // no'],
  ['a list', '[]'],
])('a request with %s is left as it is', (_, body) => {
  expect(shown(body)).toBeNull();
});

it('bytes that are no UTF-8 are left as they are', () => {
  const body = Buffer.concat([Buffer.from('{"messages":[{"role":"user","content":"'), Buffer.from([0xff]), Buffer.from('"}]}')]);
  expect(readRequest(chatCompletions, path, headers, body).spoken).toBeNull();
});

describe('turns', () => {
  const user = (content: unknown) => ({ role: 'user', content });
  const turns = (...messages: object[]) => {
    const { spoken } = read(JSON.stringify({ messages }));
    if (!spoken) throw new Error('there are no words');
    return turnsOf('c1', spoken.said, '');
  };
  const answer = { role: 'assistant', content: 'yes' };

  it('a turn has one id in a repeat, a round of tools and later history, as string and as parts', () => {
    const id = turns(user('hi')).last?.id;
    const tool = { role: 'tool', content: 'rain' };
    expect(turns(user([{ type: 'text', text: 'hi' }])).last?.id).toBe(id);
    expect(turns(user('hi'), { role: 'assistant', content: null }, tool).earlier).toEqual([]);
    expect(turns({ role: 'system', content: 'x' }, user('hi'), answer, user('more')).earlier.map((turn) => turn.id)).toEqual([
      id,
    ]);
  });

  it('the same words said again are another turn', () => {
    const { earlier, last } = turns(user('yes'), answer, user('yes'));
    expect(last?.id).not.toBe(earlier[0]?.id);
  });

  it('a round of tools is another request of the turn', () => {
    const first = turns(user('hi'));
    const tool = turns(user('hi'), { role: 'tool', content: 'rain' });
    expect(tool.requestId).not.toBe(first.requestId);
    expect(turns(user('hi')).requestId).toBe(first.requestId);
  });

  it.each([
    ['an image', user([{ type: 'image_url', image_url: { url: 'data:x' } }])],
    ['what a program says', user('<system-reminder>x</system-reminder>')],
    ['the result of a function, as older clients send it', { role: 'function', name: 'weather', content: 'rain' }],
  ])('%s behind a reply makes another request of the turn, and no turn', (_, message) => {
    const first = turns(user('hi'));
    const { earlier, last, requestId } = turns(user('hi'), answer, message);
    expect([earlier, last?.id]).toEqual([[], first.last?.id]);
    expect(requestId).not.toBe(first.requestId);
    expect(turns(user('hi'), { ...answer, content: 'Yes.' }, message).requestId).toBe(requestId);
  });
});
