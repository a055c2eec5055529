import type { IncomingMessage } from 'node:http';

const arrivals = new WeakMap<IncomingMessage, number>();
let roundBegan: number | null = null;

/**
 * Notes that a request arrives. What comes in one round of the event loop had come when that round looked for it: the last one has waited as long as all before it
 * took, which is time of its caller.
 */
export function noteArrival(request: IncomingMessage): void {
  if (roundBegan === null) {
    roundBegan = performance.now();
    setImmediate(() => {
      roundBegan = null;
    });
  }
  arrivals.set(request, roundBegan);
}

/** How long ago a request arrived, in milliseconds; 0 where nobody noted it. */
export function msSinceArrival(request: IncomingMessage): number {
  const at = arrivals.get(request);
  return at === undefined ? 0 : performance.now() - at;
}
