import { uuidV7 } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import type { Opened } from './client.ts';

const names = ['größe', '漢字 🧠', 'per%cent', 'a+b', 'a b', 'q?x=1&y', '#hash', "quote'"];

/** What a client may be asked to name. */
export function describeNames(opened: () => Opened): void {
  it('takes names of any Unicode, and others than those that look alike', async () => {
    const { client, access } = opened();
    await using bus = await client.openBus(access());
    const run = uuidV7();
    const handled: string[] = [];
    for (const name of names) {
      const odd = { lane: 'command', name: `${run}-${name}`, persistent: true } as const;
      await bus.subscribe(odd, { name: `sub-${name}`, type: 'key-shared' }, async (delivery) => {
        expect(delivery.topic).toEqual(odd);
        handled.push(delivery.payload);
      });
      await bus.publish(odd, { payload: name });
    }
    await bus.settled();
    expect(handled.toSorted()).toEqual(names.toSorted());
  });
}
