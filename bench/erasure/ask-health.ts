import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Asks a URL all the time, from a process of its own. It answers each message of its parent with the longest wait for an answer since the message before, in
 * milliseconds. A plain socket makes next to no garbage: what this process takes to collect it would count as the wait for an answer.
 */
const { hostname, port, pathname } = new URL(process.argv[2] ?? '');
let longestMs = 0;
process.on('message', () => {
  process.send?.(longestMs);
  longestMs = 0;
});
process.on('disconnect', () => process.exit());
const socket = connect(Number(port), hostname);
socket.setNoDelay(true);
await once(socket, 'connect');
let asked = 0;
function ask(): void {
  asked = performance.now();
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
}
socket.on('data', () => {
  longestMs = Math.max(longestMs, performance.now() - asked);
  ask();
});
ask();
