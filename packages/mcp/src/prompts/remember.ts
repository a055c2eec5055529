import type { MemoryPrompt } from './prompt.ts';

/** Has the model store what follows. */
export const rememberPrompt: MemoryPrompt = {
  name: 'remember',
  title: 'Remember this',
  description: 'Has what you write stored as facts, for all later conversations',
  arguments: [{ name: 'text', description: 'What to remember', required: true }],
  write: async ({ text = '' }) =>
    `Remember what follows for later conversations. Call store_fact once for each fact in it, each as one sentence that stands alone; ` +
    `where a fact that you know is wrong by it, call correct instead.\n\n${text}`,
};
