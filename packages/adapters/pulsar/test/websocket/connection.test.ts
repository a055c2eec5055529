import { systemClock, type Topic } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../../../../test/live/free-ports.ts';
import { openPulsarWebSocketBus } from '../../src/websocket/index.ts';
import { startToyBroker, type Visit } from './toy-broker.ts';

const topic: Topic = { lane: 'command', name: 'work', persistent: true };
const waiting = { timeout: 20_000, interval: 5 };

function accept({ socket }: Visit, context: unknown): void {
  socket.send(JSON.stringify({ result: 'ok', messageId: 'CAEQAQ', context }));
}

function deliver({ socket }: Visit, id: string, payload: string): void {
  const publishTime = new Date().toISOString();
  socket.send(JSON.stringify({ messageId: id, payload: Buffer.from(payload).toString('base64'), publishTime, properties: {} }));
}

/** A token that says when it ends. */
function jsonWebToken(name: string, expiresAt: number): string {
  const claims = Buffer.from(JSON.stringify({ sub: name, exp: expiresAt / 1_000 })).toString('base64url');
  return `${name}.${claims}.signature`;
}

describe('a publish', () => {
  it('resolves by its own receipt, in whatever order they come', async () => {
    await using toy = await startToyBroker((visit) => {
      visit.socket.on('message', () => {
        if (visit.frames.length === 2) for (const { context } of visit.frames.toReversed()) accept(visit, context);
      });
    });
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock: systemClock });
    const order: string[] = [];
    await Promise.all(['a', 'b'].map((payload) => bus.publish(topic, { payload }).then(() => order.push(payload))));
    expect(order).toEqual(['b', 'a']);
  });

  it('goes out again as it was when the connection is cut before its receipt', async () => {
    await using toy = await startToyBroker((visit) => {
      visit.socket.on('message', () => {
        if (toy.visits.length === 1) visit.socket.terminate();
        else accept(visit, visit.frames.at(-1)?.context);
      });
    });
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock: systemClock });
    await bus.publish(topic, { payload: 'x', key: 'k', properties: { id: 'r1' } });
    const [first, second] = toy.visits;
    expect(second?.frames).toEqual(first?.frames);
    expect(first?.frames).toMatchObject([{ key: 'k', properties: { id: 'r1' } }]);
  });

  it('is given up when its time is over', async () => {
    await using toy = await startToyBroker(() => {});
    const bus = await openPulsarWebSocketBus({ url: toy.url, clock: systemClock, timeoutMs: 50 });
    await expect(bus.publish(topic, { payload: 'x' })).rejects.toMatchObject({ type: 'unavailable', retryable: true });
    await bus[Symbol.asyncDispose]();
  });
});

describe('a publish to a broker that is away', () => {
  it('waits for its whole time at first, and for one more try once the broker has been away for as long', async () => {
    const clock = turnedClock();
    const [port = 0] = await freePorts(1);
    const greet = (visit: Visit) => visit.socket.on('message', () => accept(visit, visit.frames.at(-1)?.context));
    const toy = await startToyBroker(greet, port);
    // It is asked for before each try but the first.
    const random = vi.fn(() => 0.5);
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock, random });
    await bus.publish(topic, { payload: 'a' });
    await toy[Symbol.asyncDispose]();
    await vi.waitFor(async () => {
      await clock.advance(10);
      expect(random.mock.calls.length).toBeGreaterThan(1);
    }, waiting);
    const secondsUntilGivenUp = async () => {
      const ended = vi.fn();
      const publishing = bus.publish(topic, { payload: 'b' }).catch(ended);
      let seconds = 0;
      for (; ended.mock.calls.length === 0; seconds += 1) await clock.advance(1_000);
      await publishing;
      expect(ended).toHaveBeenCalledWith(expect.objectContaining({ type: 'unavailable', retryable: true }));
      return seconds;
    };
    // It is looked at once a second.
    expect([30, 31]).toContain(await secondsUntilGivenUp());
    expect([5, 6]).toContain(await secondsUntilGivenUp());
    await using _ = await startToyBroker(greet, port);
    let isTaken = false;
    const publishing = bus.publish(topic, { payload: 'c' }).then(() => {
      isTaken = true;
    });
    await vi.waitFor(async () => {
      await clock.advance(10);
      expect(isTaken).toBe(true);
    }, waiting);
    await publishing;
  });
});

describe('a member', () => {
  it('hears what comes together with the handshake', async () => {
    await using toy = await startToyBroker((visit) => deliver(visit, 'CAEQAg==', 'at once'));
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock: systemClock });
    const payloads: string[] = [];
    await bus.subscribe({ ...topic, persistent: false }, { name: 's', type: 'shared' }, async ({ payload }) => {
      payloads.push(payload);
    });
    await vi.waitFor(() => expect(payloads).toEqual(['at once']), waiting);
  });

  it('has the beginning of what is larger than a frame as its dead letter, and acknowledges it', async () => {
    await using toy = await startToyBroker((visit) => {
      if (visit.path.includes('/consumer/') && !visit.path.includes('dead-letters'))
        deliver(visit, 'CAEQAg==', 'x'.repeat(900_000));
      if (visit.path.includes('/producer/')) visit.socket.on('message', () => accept(visit, visit.frames.at(-1)?.context));
    });
    const clock = turnedClock();
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock });
    await bus.subscribe(topic, { name: 's', type: 'shared', maxAttempts: 1 }, async () => {
      throw new Error('what is it?');
    });
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(toy.visits[0]?.frames).toEqual([{ messageId: 'CAEQAg==' }]);
    }, waiting);
    const [letter] = toy.visits.find(({ path }) => path.includes('/producer/'))?.frames ?? [];
    expect(letter?.properties).toMatchObject({
      dead_letter_reason: expect.stringMatching(/^what is it\? \(900000 bytes; larger/),
    });
    expect(Buffer.from(String(letter?.payload), 'base64').toString()).toBe('x'.repeat(65_536));
  });

  it('handles once what comes again while it is handled, and acknowledges it where it came last', async () => {
    await using toy = await startToyBroker((visit) => deliver(visit, 'CAEQAg==', 'twice'));
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock: systemClock });
    const hold = Promise.withResolvers<void>();
    let handled = 0;
    await bus.subscribe(topic, { name: 's', type: 'shared' }, async () => {
      handled += 1;
      await hold.promise;
    });
    await vi.waitFor(() => expect(handled).toBe(1), waiting);
    toy.visits[0]?.socket.terminate();
    await vi.waitFor(() => expect(toy.visits).toHaveLength(2), waiting);
    const [first, second] = toy.visits;
    // The toy answers a ping after it has sent its message.
    second?.socket.ping();
    await new Promise((resolve) => second?.socket.once('pong', resolve));
    hold.resolve();
    await vi.waitFor(() => expect(second?.frames).toEqual([{ messageId: 'CAEQAg==' }]), waiting);
    expect([handled, first?.frames]).toEqual([1, []]);
  });

  /** A member whose connection is cut while it handles a message and one more waits, and what the broker says to it afterwards. */
  async function cutMember(greetAgain: (visit: Visit) => void) {
    const toy = await startToyBroker((visit) => {
      if (visit !== toy.visits[0]) return greetAgain(visit);
      deliver(visit, 'CAEQAg==', 'at work');
      deliver(visit, 'CAEQAw==', 'waiting');
    });
    const clock = turnedClock();
    const bus = await openPulsarWebSocketBus({ url: toy.url, clock });
    const hold = Promise.withResolvers<void>();
    const handled: string[] = [];
    const subscription = await bus.subscribe(topic, { name: 's', type: 'shared', concurrency: 1 }, async ({ payload }) => {
      handled.push(payload);
      await hold.promise;
    });
    await vi.waitFor(() => expect(handled).toEqual(['at work']), waiting);
    toy.visits[0]?.socket.terminate();
    await vi.waitFor(() => expect(subscription.isConnected).toBe(false), waiting);
    return {
      handled,
      hold,
      frames: () => toy.visits.at(-1)?.frames,
      /** With time for all that the member may do by itself, before the first ping. */
      async reconnected() {
        await vi.waitFor(async () => {
          await clock.advance(1_000);
          expect(subscription.isConnected).toBe(true);
        }, waiting);
        await clock.advance(20_000);
      },
      async [Symbol.asyncDispose]() {
        await bus[Symbol.asyncDispose]();
        await toy[Symbol.asyncDispose]();
      },
    };
  }

  it('lets go, with its connection, of what no handler has: others may have it by now', async () => {
    await using cut = await cutMember(() => {});
    cut.hold.resolve();
    await cut.reconnected();
    expect([cut.frames(), cut.handled]).toEqual([[], ['at work']]);
  });

  it('does not try again by itself what fails while its connection is lost', async () => {
    await using cut = await cutMember(() => {});
    cut.hold.reject(new Error('no'));
    await cut.reconnected();
    expect([cut.frames(), cut.handled]).toEqual([[], ['at work']]);
  });

  it('acknowledges what it had done with while its connection was lost, when that comes again', async () => {
    await using cut = await cutMember((visit) => deliver(visit, 'CAEQAg==', 'at work'));
    cut.hold.resolve();
    await cut.reconnected();
    await vi.waitFor(() => expect(cut.frames()).toEqual([{ messageId: 'CAEQAg==' }]), waiting);
    expect(cut.handled).toEqual(['at work']);
  });
});

describe('a connection', () => {
  it('is opened with a fresh token before the old one ends', async () => {
    await using toy = await startToyBroker(() => {});
    const clock = turnedClock();
    let asked = 0;
    const token = async () => {
      asked += 1;
      return jsonWebToken(`token-${asked}`, clock.now() + 60_000);
    };
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock, token });
    await bus.subscribe({ ...topic, persistent: false }, { name: 's', type: 'shared' }, async () => {});
    await vi.waitFor(async () => {
      await clock.advance(5_000);
      expect(toy.visits).toHaveLength(2);
    }, waiting);
    expect(toy.visits.map(({ authorization }) => authorization?.split('.')[0])).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(clock.now()).toBeLessThan(turnedClock().now() + 60_000);
  });

  it('that waits is tried at once when another one finds the broker again', async () => {
    const [port = 0] = await freePorts(1);
    const before = await startToyBroker(() => {}, port);
    const clock = turnedClock();
    const chances = [0, 0.99];
    const random = () => {
      chances.push(chances.shift() ?? 0);
      return chances[0] ?? 0;
    };
    await using bus = await openPulsarWebSocketBus({ url: before.url, clock, random });
    const members = await Promise.all(
      ['one', 'other'].map((name) =>
        bus.subscribe({ lane: 'reply', name, persistent: false }, { name, type: 'shared' }, async () => {}),
      ),
    );
    await before[Symbol.asyncDispose]();
    await vi.waitFor(() => expect(members.map(({ isConnected }) => isConnected)).toEqual([false, false]), waiting);
    // Tries that fail, until both wait for seconds.
    for (let seconds = 0; seconds < 12; seconds += 1) await clock.advance(1_000);
    await using again = await startToyBroker(() => {}, port);
    await vi.waitFor(async () => {
      await clock.advance(10);
      expect(again.visits.length).toBeGreaterThan(0);
    }, waiting);
    await vi.waitFor(() => expect(members.map(({ isConnected }) => isConnected)).toEqual([true, true]), waiting);
  });

  it('is pinged every 30 seconds', async () => {
    const pings: number[] = [];
    const clock = turnedClock();
    await using toy = await startToyBroker(({ socket }) => socket.on('ping', () => pings.push(clock.now())));
    await using bus = await openPulsarWebSocketBus({ url: toy.url, clock });
    await bus.subscribe({ ...topic, persistent: false }, { name: 's', type: 'shared' }, async () => {});
    await clock.advance(30_000);
    await vi.waitFor(() => expect(pings).toHaveLength(1), waiting);
  });
});
