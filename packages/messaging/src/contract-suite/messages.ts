import { limits } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { commandTopic, type Opened, probe, queryTopic } from './probe.ts';

const odd = {
  'x-unknown': 'kept',
  'with space': ' leading and trailing ',
  empty: '',
  'größe/漢字': 'żółć 漢字 🧠 👩‍👩‍👧 \u202e',
  'equals=and,comma': 'a=b==,c;"quoted" \\ \'single\'',
  lines: 'one\ntwo\r\n\tthree',
} as const;

/** What is in a message comes out as it went in, or is refused. */
export function describeMessages(opened: Opened): void {
  describe('messages', () => {
    it.each([
      ['persistent', commandTopic],
      ['other', queryTopic],
    ])('on %s topics keep properties, key and payload of any Unicode', async (_, topicOf) => {
      const { bus } = opened();
      const topic = topicOf();
      const member = await probe(bus, topic);
      const payload = JSON.stringify({ text: 'Zażółć 漢字 🧠 \u0000 \ud800', quote: '"' });
      await bus.publish(topic, { payload, key: 'clé/鍵 🔑', properties: odd });
      await member.received(1);
      expect(member.deliveries[0]).toMatchObject({ payload, key: 'clé/鍵 🔑', topic });
      expect(member.deliveries[0]?.properties).toEqual(expect.objectContaining(odd));
    });

    it('come without a key where none was given', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic);
      await bus.publish(topic, { payload: 'no key' });
      await member.received(1);
      expect(member.deliveries[0]?.key).toBeNull();
    });

    it('carry the time they were published', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic);
      await bus.publish(topic, { payload: 'a' });
      await bus.publish(topic, { payload: 'b' });
      await member.received(2);
      expect(member.deliveries.every(({ publishedAt }) => Number.isInteger(publishedAt) && publishedAt > 0)).toBe(true);
    });

    it.each([
      ['persistent', commandTopic],
      ['other', queryTopic],
    ])('on %s topics may be as large as the limit, in bytes, and no larger', async (_, topicOf) => {
      const { bus } = opened();
      const topic = topicOf();
      const member = await probe(bus, topic);
      const largest = 'é'.repeat(limits.messageBytes / 2);
      await expect(bus.publish(topic, { payload: `${largest}x` })).rejects.toMatchObject({ type: 'out-of-range' });
      await bus.publish(topic, { payload: largest });
      await member.received(1);
      expect(member.deliveries[0]?.payload).toBe(largest);
    });

    it('with text that UTF-8 cannot carry are refused', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      for (const message of [
        { payload: '\ud800' },
        { payload: '', key: '\udc00' },
        { payload: '', properties: { half: '\ud800' } },
      ]) {
        await expect(bus.publish(topic, message)).rejects.toMatchObject({ type: 'invalid-argument' });
      }
    });

    it('that are delayed wait for their time, and hold up nobody', async () => {
      const { bus } = opened();
      const topic = commandTopic();
      const member = await probe(bus, topic, { type: 'key-shared' });
      const delayed = bus.publish(topic, { payload: 'later', key: 'k', deliverAfterMs: 500 });
      await Promise.all([delayed, bus.publish(topic, { payload: 'sooner', key: 'k' })]);
      await member.received(2);
      expect(member.payloads).toEqual(['sooner', 'later']);
    });

    it('on other topics cannot be delayed', async () => {
      const { bus } = opened();
      const delayed = bus.publish(queryTopic(), { payload: 'later', deliverAfterMs: 1 });
      await expect(delayed).rejects.toMatchObject({ type: 'invalid-argument' });
    });
  });
}
