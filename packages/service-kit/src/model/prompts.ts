import { OperationError } from '@agent-mem/contract';
import { createPrompts, loadPrompts, type Prompts } from '@agent-mem/llm';
import { text } from '@agent-mem/runtime';

/** The variable of every service that asks a model. */
export const promptsFile = text({
  meaning: 'YAML file with prompt templates that replace the built-in ones',
  default: '',
});

const loaded = new Map<string, Promise<Prompts>>();

/** The prompts of that file, read once in a process; the built-in ones where no file is named. Rejects with `invalid-argument` that names the variable, the file and the fault. */
export function promptsFrom(path: string): Promise<Prompts> {
  const known = loaded.get(path);
  if (known) return known;
  const prompts = path === '' ? Promise.resolve(createPrompts()) : loadPrompts(path).catch(refuse);
  loaded.set(path, prompts);
  return prompts;
}

function refuse(cause: unknown): never {
  throw new OperationError('invalid-argument', `PROMPTS_FILE ${(cause as Error).message}`, { cause });
}
