import { expect, it } from 'vitest';
import { withInsertions } from '../json/insertion.ts';
import { readRequest } from '../read-request.ts';
import { turnsOf } from '../turns.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';
import type { Wire } from './wire.ts';

/** The body with a block in front of the last words; `null`: it has none. */
function shown(wire: Wire, body: object): unknown {
  const { spoken } = readRequest(wire, '', {}, Buffer.from(JSON.stringify(body)));
  const last = spoken && turnsOf('c1', spoken.said, '').last;
  return last && JSON.parse(withInsertions(spoken.json, [{ at: last.at, text: 'B' }]).toString());
}

const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
const use = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'w', input: {} }] };
const result = { type: 'tool_result', tool_use_id: 't', content: 'rain' };
const reminder = text('<system-reminder>x</system-reminder>');
const mark = { cache_control: { type: 'ephemeral' } };

it.each([
  ['a string', { role: 'user', content: 'hi' }, { role: 'user', content: 'B\n\nhi' }],
  [
    'the part behind reminders, whose mark stays',
    { role: 'user', content: [reminder, text('hi', mark), reminder] },
    { role: 'user', content: [reminder, text('B\n\nhi', mark), reminder] },
  ],
  [
    'words behind a result, which stays first',
    { role: 'user', content: [result, text('hi')] },
    { role: 'user', content: [result, text('B\n\nhi')] },
  ],
])('of messages a block goes in front of %s', (_, last, expected) => {
  expect(shown(messages, { messages: [{ role: 'user', content: 'a' }, use, last] })).toEqual({
    messages: [{ role: 'user', content: 'a' }, use, expected],
  });
});

it('of messages the words stand before results and messages of the system', () => {
  const after = [
    use,
    { role: 'user', content: [result] },
    { role: 'user', content: [reminder] },
    { role: 'system', content: 's' },
  ];
  expect(shown(messages, { system: 's', messages: [{ role: 'user', content: 'hi' }, ...after] })).toEqual({
    system: 's',
    messages: [{ role: 'user', content: 'B\n\nhi' }, ...after],
  });
});

const item = (content: unknown) => ({ role: 'user', content });
const environment = item([{ type: 'input_text', text: '<environment_context>x</environment_context>' }]);
const developer = { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'be kind' }] };
const call = { type: 'function_call', call_id: 'c', name: 'w', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c', output: 'rain' };

it.each([
  ['a string', 'hi', 'B\n\nhi'],
  ['an item without a type', [item('hi')], [item('B\n\nhi')]],
  [
    'the last part',
    [
      developer,
      environment,
      item([
        { type: 'input_image', image_url: 'x' },
        { type: 'input_text', text: 'hi' },
      ]),
      call,
      output,
    ],
    [
      developer,
      environment,
      item([
        { type: 'input_image', image_url: 'x' },
        { type: 'input_text', text: 'B\n\nhi' },
      ]),
      call,
      output,
    ],
  ],
  ['the words before an item of a program', [item('hi'), environment], [item('B\n\nhi'), environment]],
])('of responses a block goes in front of %s', (_, input, expected) => {
  expect(shown(responses, { model: 'm', input })).toEqual({ model: 'm', input: expected });
});

it.each([
  ['results alone', responses, { input: [output], previous_response_id: 'r' }],
  ['a program alone', responses, { input: [environment] }],
  ['images alone', messages, { messages: [{ role: 'user', content: [{ type: 'image', source: {} }] }] }],
])('where there are %s nothing is added', (_, wire, body) => {
  expect(shown(wire, body)).toBeNull();
});
