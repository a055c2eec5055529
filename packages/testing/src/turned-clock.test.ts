import { describe, expect, it } from 'vitest';
import { turnedClock } from './turned-clock.ts';

describe('turnedClock', () => {
  it('stands still until it is turned', async () => {
    const clock = turnedClock(1_000);
    expect(clock.now()).toBe(1_000);
    await clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  it('wakes sleepers in order, each at its own time', async () => {
    const clock = turnedClock(0);
    const woken: [string, number][] = [];
    const sleep = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push([name, clock.now()]);
    };
    void sleep('late', 300);
    void sleep('early', 100);
    void sleep('never', 1_001);
    await clock.advance(1_000);
    expect(woken).toEqual([
      ['early', 100],
      ['late', 300],
    ]);
    expect(clock.sleepers).toBe(1);
  });

  it('wakes those who sleep again within one turn', async () => {
    const clock = turnedClock(0);
    const ticks: number[] = [];
    const tick = async () => {
      while (ticks.length < 5) {
        await clock.sleep(100);
        ticks.push(clock.now());
      }
    };
    void tick();
    await clock.advance(350);
    expect(ticks).toEqual([100, 200, 300]);
  });

  it('leaps over what would have happened in between', async () => {
    const clock = turnedClock(0);
    const woken: [string, number][] = [];
    const tick = async (name: string, ms: number) => {
      for (;;) {
        await clock.sleep(ms);
        woken.push([name, clock.now()]);
      }
    };
    void tick('late', 300);
    void tick('early', 100);
    await clock.leap(1_000);
    expect(woken).toEqual([
      ['early', 1_000],
      ['late', 1_000],
    ]);
  });

  it('rejects with the reason when the signal is aborted, before or while asleep', async () => {
    const clock = turnedClock(0);
    const reason = new Error('enough');
    await expect(clock.sleep(10, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const asleep = clock.sleep(10, controller.signal);
    controller.abort(reason);
    await expect(asleep).rejects.toBe(reason);
    expect(clock.sleepers).toBe(0);
  });
});
