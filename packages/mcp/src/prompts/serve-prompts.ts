import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { Memory } from '../memory.ts';
import { plainly } from '../plain-errors.ts';
import type { MemoryPrompt } from './prompt.ts';
import { recallPrompt } from './recall.ts';
import { rememberPrompt } from './remember.ts';
import { resumePrompt } from './resume.ts';

/** All of them. */
export const prompts: readonly MemoryPrompt[] = [recallPrompt, rememberPrompt, resumePrompt];

/** Serves the prompts. */
export function servePrompts(server: Server, memory: Memory): void {
  server.setRequestHandler('prompts/list', async () => ({ prompts: prompts.map(listing) }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) =>
    plainly(async () => {
      const prompt = promptOf(name);
      const missing = prompt.arguments.find((each) => each.required && !args[each.name]?.trim());
      if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${missing.name}: is required`);
      const text = await prompt.write(args, memory);
      return { description: prompt.description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
    }),
  );
}

function listing({ name, title, description, arguments: args }: MemoryPrompt) {
  return { name, title, description, arguments: args.map(({ complete: _, ...rest }) => rest) };
}

function promptOf(name: string): MemoryPrompt {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt) return prompt;
  const known = prompts.map((each) => each.name).join(', ');
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${name}"; there are ${known}`);
}
