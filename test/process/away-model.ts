import { type PromptedModel, startPromptedModel } from './prompted-model.ts';

/** A model that answers by an error until it is back. */
export interface AwayModel extends PromptedModel {
  /** What it was asked, also while it was away. */
  readonly prompts: readonly string[];
  /** Lets it answer from now on. `onAsked` hears of each prompt before the answer leaves. */
  comeBack(answerTo: (prompt: string) => string, onAsked?: (prompt: string) => void): void;
}

/** Starts it, away. `status`: of its answers meanwhile. */
export async function startAwayModel(status = 500): Promise<AwayModel> {
  const prompts: string[] = [];
  let answerTo: ((prompt: string) => string) | null = null;
  const model = await startPromptedModel((prompt, response) => {
    prompts.push(prompt);
    if (answerTo) return answerTo(prompt);
    const body = JSON.stringify({ error: { message: 'out of memory' } });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    return null;
  });
  return {
    ...model,
    prompts,
    comeBack(answer, onAsked) {
      answerTo = (prompt) => {
        onAsked?.(prompt);
        return answer(prompt);
      };
    },
  };
}
