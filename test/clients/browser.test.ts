import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChatModel } from '@agent-mem/llm';
import { scriptedChatModel } from '@agent-mem/llm';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { chromium as playwright } from 'playwright-core';
import { expect, it } from 'vitest';
import { bundleClient } from '../../packages/client/scripts/bundle-client.ts';
import { describeLive } from '../live/live.ts';
import { findProgram } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

/** An origin with a page that has the client, as a bundle. */
async function startSite(stack: AsyncDisposableStack): Promise<string> {
  const { path } = stack.use(await temporaryDirectory());
  await bundleClient(join(path, 'client.js'), { minify: true });
  const files = new Map([
    ['/', '<!doctype html><script type="module" src="/page.mjs"></script>'],
    ['/client.js', await readFile(join(path, 'client.js'), 'utf8')],
    ['/page.mjs', await readFile(new URL('browser/page.mjs', import.meta.url), 'utf8')],
  ]);
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(files.has(url) ? 200 : 404, { 'content-type': url === '/' ? 'text/html' : 'text/javascript' });
    response.end(files.get(url));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A model that answers in pieces, and to the word "wait" begins to think and goes on until it is stopped. */
function slowModel() {
  const stopped = Promise.withResolvers<void>();
  const model: ChatModel = {
    ...scriptedChatModel([]),
    async *stream({ messages }, { signal }) {
      if (!JSON.stringify(messages).includes('Please wait')) return yield* ['Thought: do', 'ne\nFinal Answer: At', ' nine'];
      yield 'Thought: I think and think';
      signal.addEventListener('abort', () => stopped.resolve());
      await stopped.promise;
      signal.throwIfAborted();
    },
  };
  return { model, stopped: stopped.promise };
}

describeLive("Debian's chromium", findProgram('chromium'), (chromium) => {
  it(
    'a page calls a fleet of another origin by the bundled client, streams an answer, and cancels',
    verifies('client.browser'),
    async () => {
      await using stack = new AsyncDisposableStack();
      const [site, stranger] = [await startSite(stack), await startSite(stack)];
      const { model, stopped } = slowModel();
      // It takes no name that PATH finds.
      const executablePath = (await promisify(execFile)('which', [chromium()])).stdout.trim();
      const environment = { HTTP_ALLOWED_ORIGINS: site };
      const fleet = stack.use(await startFleet({ http: true, chatModel: model, environment }));
      const browser = await playwright.launch({ executablePath, args: ['--no-sandbox'] });
      stack.defer(() => browser.close());

      const page = await browser.newPage();
      await page.goto(site);
      expect(await page.evaluate(`ask(${JSON.stringify(fleet.httpUrl)})`)).toEqual({
        fact: 'The ferry to Ischia leaves at nine',
        frames: ['thought: do', 'thought: ne', 'answer: At', 'answer:  nine', 'answer: '],
        failed: 'invalid-argument',
      });
      await stopped;

      await page.goto(stranger);
      await expect(page.evaluate(`ask(${JSON.stringify(fleet.httpUrl)})`)).rejects.toThrow(/cannot be reached/);
      await stack.disposeAsync();
    },
  );
});
