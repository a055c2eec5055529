import { join } from 'node:path';
import { startFleet, type TestFleet, temporaryDirectory } from '@agent-mem/testing';
import type { Tool } from '../src/tool.ts';
import { type HookRun, runHook, writePatientHook } from './run-hook.ts';

/** A fleet, and the hook in front of it, with a limit that a busy machine does not reach. */
export interface HookedFleet extends AsyncDisposable {
  readonly fleet: TestFleet;
  /** A folder for a test's files. */
  readonly folder: string;
  run(tool: Tool, input: object): Promise<HookRun>;
  /** What a conversation holds, the oldest first, as `role: content`. */
  stored(conversationId: string): Promise<readonly string[]>;
}

/** Starts one. */
export async function startHookedFleet(): Promise<HookedFleet> {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await temporaryDirectory());
  const hook = join(folder, 'hook.mjs');
  await writePatientHook(hook);
  const fleet = stack.use(await startFleet({ http: true }));
  const running = stack.move();
  return {
    fleet,
    folder,
    run: (tool, input) => runHook(hook, tool, input, { AGENT_MEM_URL: fleet.httpUrl }),
    async stored(conversation_id) {
      const { messages } = await fleet.caller.call('conversations', 'history', { conversation_id });
      return messages.map(({ role, content }) => `${role}: ${content}`);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
