import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelServer } from './model-server.ts';

/** What a fleet needs whose agent has programs as tools and a model by rules. */
export interface AgentWithTools extends AsyncDisposable {
  /** Its own, removed afterwards. */
  readonly folder: string;
  /** The variables of the fleet. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Writes the programs that work in a folder into its file of tools, and starts the model: `reply` says its next words on a prompt of a step. It learns nothing. */
export async function agentWithTools(
  programs: (folder: string) => object,
  reply: (prompt: string) => string,
): Promise<AgentWithTools> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'agent-mem-tools-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'tools.yaml');
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ tools: { programs: programs(folder) } }));
  const model = stack.use(await modelServer((prompt) => (prompt.includes('# Question') ? reply(prompt) : '[]')));
  const made = stack.move();
  return {
    folder,
    environment: {
      DATA_DIR: join(folder, 'data'),
      TOOLS_FILE: file,
      LLM_URL: model.url,
      LLM_MODEL: 'rules',
      PATH: process.env.PATH ?? '',
    },
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}
