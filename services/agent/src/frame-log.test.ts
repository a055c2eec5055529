import { frame } from '@agent-mem/agent-loop';
import { expect, it } from 'vitest';
import { createFrameLog } from './frame-log.ts';

it('what an instance that is gone has made comes first, for everyone but the caller, whom it was sent', async () => {
  const log = createFrameLog();
  const { signal } = new AbortController();
  const contents = async (frames: AsyncIterable<{ readonly content: string }>) =>
    (await Array.fromAsync(frames)).map(({ content }) => content);
  // Begun before it is known where the log goes on.
  const begun = [log.follow(signal, false), log.follow(signal, true), log.send(signal)].map(contents);
  log.goOnAt(2, [frame('thought', 'a'), frame('action', 'b')]);
  log.push(frame('thought', 'c'));
  log.close();
  expect(await Promise.all(begun)).toEqual([['a', 'b', 'c'], ['c'], ['c']]);
  expect(await contents(log.follow(signal, false))).toEqual(['a', 'b', 'c']);
  expect(log.first).toBe(2);
});
