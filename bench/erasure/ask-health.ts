/**
 * Asks a URL all the time, from a process of its own. It answers each message of its parent with the longest wait for an answer since the message before, in
 * milliseconds.
 */
const url = process.argv[2] ?? '';
let longestMs = 0;
process.on('message', () => {
  process.send?.(longestMs);
  longestMs = 0;
});
process.on('disconnect', () => process.exit());
for (;;) {
  const asked = performance.now();
  await (await fetch(url)).arrayBuffer();
  longestMs = Math.max(longestMs, performance.now() - asked);
}
