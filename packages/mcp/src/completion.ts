import type { Server } from '@modelcontextprotocol/server';
import type { Memory } from './memory.ts';
import { plainly } from './plain-errors.ts';
import { prompts } from './prompts/serve-prompts.ts';
import { resourceKinds, templateOf } from './resources/serve-resources.ts';

/** The protocol allows so many. */
const most = 100;

/** Completes what a person types: ids in the templates of resources, and arguments of prompts. */
export function serveCompletion(server: Server, memory: Memory): void {
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    plainly(async () => {
      const complete = ref.type === 'ref/resource' ? ofTemplate(ref.uri, argument.name) : ofPrompt(ref.name, argument.name);
      const values = (await complete?.(argument.value, memory)) ?? [];
      return { completion: { values: values.slice(0, most), total: values.length, hasMore: values.length > most } };
    }),
  );
}

function ofTemplate(uri: string, variable: string) {
  return resourceKinds.find((kind) => templateOf(kind) === uri && kind.variable === variable)?.complete;
}

function ofPrompt(name: string, argument: string) {
  return prompts.find((prompt) => prompt.name === name)?.arguments.find((each) => each.name === argument)?.complete;
}
