/** Longer than any call; how long a timer waits at most. */
const never = 2 ** 31 - 1;

/** Until it is disposed, the process does not end for want of work: the clock's own sleeps would let it. */
export function holdProcess(): Disposable {
  const timer = setTimeout(() => undefined, never);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
