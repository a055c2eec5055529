import { expect, it } from 'vitest';
import type { Message } from './native/client/client.ts';
import { incoming } from './native/message.ts';
import { payloadText } from './payload-text.ts';
import { parseMessage } from './websocket/frame.ts';

const latin = Buffer.from('{"store":{"content":"café"}}', 'latin1');
const text = `Not UTF-8: 28 bytes, which begin with (base64) ${latin.toString('base64')}`;

it('UTF-8 stays as it is, also a character that stands for others', () => {
  expect(payloadText(Buffer.from('{"a":"é \uFFFD"}'))).toBe('{"a":"é \uFFFD"}');
});

it('what is not UTF-8 is no JSON, and repeats its first bytes', () => {
  expect(payloadText(latin)).toBe(text);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(payloadText(Buffer.alloc(5_000_000, 0xff)).length).toBeLessThan(1_500);
});

it('both clients read a payload so', () => {
  const frame = JSON.stringify({ messageId: 'm', payload: latin.toString('base64'), publishTime: '2026-05-07T09:30:00Z' });
  expect(parseMessage(frame)?.payload).toBe(text);
  const message = {
    getData: () => latin,
    getProperties: () => ({}),
    getPartitionKey: () => '',
    getPublishTimestamp: () => 0,
    getMessageId: () => ({ serialize: () => Buffer.from('m') }),
  } as unknown as Message;
  expect(incoming(message).stored.payload).toBe(text);
});
