/** A terminal sends Ctrl-C to every process, and npm sends it on: what comes so soon after is the same keystroke. */
const sameKeystrokeMs = 500;

/** How often it is looked whether npm's shell is still there. */
const shellIntervalMs = 100;

/** Resolves at the first SIGINT or SIGTERM. From then on another Ctrl-C ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | null = null;
    const stop = () => {
      stoppedAt ??= performance.now();
      resolve();
    };
    process.once('SIGTERM', stop);
    process.on('SIGINT', () => {
      if (stoppedAt !== null && performance.now() - stoppedAt > sameKeystrokeMs) process.exit(1);
      stop();
    });
    if (process.env.npm_execpath !== undefined) whenParentEnds(stop);
  });
}

/** npm runs a program under a shell, and signals the shell alone, which ends by it and tells nobody. */
function whenParentEnds(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, shellIntervalMs).unref();
}
