import { expect, it } from 'vitest';
import { announcedId } from './announced-id.ts';

const head = '{"format":"agent-mem-conversation","version":1,\n"conversation":';

it.each([
  ['is found before the messages', `${head}{"id":"c1"},"messages":[{"id":"msg_1"`, 'c1'],
  ['is not that of a member', `${head}{"metadata":{"id":"x"},"title":"a } \\" {","id":"c1"},\n"messages":[`, 'c1'],
  ['stands in a document with spaces', ' { "format" : "f" , "version" : 1 , "conversation" : { "id" : "c1" } }', 'c1'],
  ['is not known of a conversation that goes on in the next piece', `${head}{"title":"x","id":"c1"`, null],
  ['is not known of a document in another order', '{"messages":[],"conversation":{"id":"c1"}}', null],
  ['is not known of what is no text', `${head}{"id":7}}`, null],
  ['is not known of what is no object', `${head}[{"id":"c1"}]}`, null],
  ['is not known of no JSON', `${head}{id:"c1"}}`, null],
])('the id %s', (_, text, id) => {
  expect(announcedId(text)).toBe(id);
});
