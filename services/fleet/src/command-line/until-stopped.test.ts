import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilStopped } from './until-stopped.ts';

describe('untilStopped', () => {
  const exit = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    vi.spyOn(process, 'exit').mockImplementation(exit as never);
  });
  afterEach(() => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal);
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    exit.mockReset();
  });

  it('takes a Ctrl-C that the terminal and npm both send for one', async () => {
    const stopped = untilStopped();
    process.emit('SIGINT');
    await stopped;
    vi.advanceTimersByTime(400);
    process.emit('SIGINT');
    expect(exit).not.toHaveBeenCalled();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends the process at once by a Ctrl-C that comes later than a %s', async (first) => {
    const stopped = untilStopped();
    process.emit(first);
    await stopped;
    vi.advanceTimersByTime(600);
    process.emit('SIGINT');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('stops when the shell is gone under which npm runs it', async () => {
    vi.stubEnv('npm_execpath', '/usr/bin/npm');
    const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(100);
    const stopped = vi.fn();
    void untilStopped().then(stopped);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stopped).not.toHaveBeenCalled();
    parent.mockReturnValue(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(stopped).toHaveBeenCalledOnce();
  });

  it('goes on when any other parent ends', async () => {
    vi.stubEnv('npm_execpath', undefined);
    const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(100);
    const stopped = vi.fn();
    void untilStopped().then(stopped);
    parent.mockReturnValue(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stopped).not.toHaveBeenCalled();
  });
});
