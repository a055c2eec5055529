import { type PromptedModel, startPromptedModel } from './prompted-model.ts';

/** A model that answers nothing until it is released, and then everything. */
export interface HeldModel extends PromptedModel {
  /** The questions of the agents' steps, as they came. */
  readonly questions: readonly string[];
  /** Most of them that it had at once and had not answered. */
  readonly most: number;
  /** From now on each step ends with a final answer that repeats the question. */
  release(): void;
}

/** Starts it, holding. */
export async function startHeldModel(): Promise<HeldModel> {
  const questions: string[] = [];
  const released = Promise.withResolvers<void>();
  let unanswered = 0;
  let most = 0;
  const model = await startPromptedModel(async (prompt, response) => {
    // Other prompts ask what there is to learn: nothing.
    const question = /question number \d+/.exec(prompt.slice(prompt.lastIndexOf('# Question')))?.[0];
    if (question) {
      questions.push(question);
      unanswered += 1;
      most = Math.max(most, unanswered);
      response.on('close', () => {
        unanswered -= 1;
      });
    }
    await released.promise;
    return question ? `Thought: I know\nFinal Answer: I heard ${question}` : '[]';
  });
  return {
    ...model,
    questions,
    get most() {
      return most;
    },
    release: released.resolve,
  };
}
