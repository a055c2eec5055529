const longMs = 60_000;

/** Keeps the process alive until it is disposed. */
export function holdEventLoop(): Disposable {
  const timer = setInterval(() => undefined, longMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
