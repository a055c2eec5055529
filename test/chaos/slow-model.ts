import { setTimeout as wait } from 'node:timers/promises';
import { type PromptedModel, startPromptedModel } from '../process/prompted-model.ts';
import { taughtBy } from './history.ts';

/** What the agent keeps by its tool for a question, before it answers. */
export function notedFor(question: string): string {
  return `Noted: ${question}`;
}

/** A model that takes up to `longestMs` for each answer, so that kills fall into the middle of invocations. */
export async function startSlowModel(longestMs: number, random: () => number): Promise<PromptedModel> {
  return startPromptedModel(async (prompt) => {
    await wait(random() * longestMs);
    return answerTo(prompt);
  });
}

/** Known by what the default prompts say. */
function answerTo(prompt: string): string {
  if (prompt.includes('You say in one sentence')) return 'The agent noted it.';
  if (prompt.includes('You pick out of'))
    return JSON.stringify([taughtBy(/<memory kind="message"[^>]*>(.*?)<\/memory>/s.exec(prompt)?.[1] ?? '')]);
  const question = prompt.slice(prompt.lastIndexOf('# Question')).split('\n')[1] ?? '';
  if (prompt.includes('kind="observation"')) return 'Thought: it is noted\nFinal Answer: Done.';
  return `Thought: keep it\nAction: StoreFact\nArgs: ${JSON.stringify({ fact_content: notedFor(question) })}`;
}
