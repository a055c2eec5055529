import type { ChatModel, ChatRequest } from '@agent-mem/llm';

/** A model that answers each question when it is let to. */
export interface HeldModel extends ChatModel {
  /** The questions that it was asked, in order. */
  readonly asked: readonly string[];
  /** Most questions that it had at once. */
  readonly most: number;
  /** How many it has now. */
  readonly held: number;
  /** Answers the one that it has had for longest. */
  answerOne(): void;
  /** Answers all, and from now on at once. */
  release(): void;
}

/** Its answer to "question 7" is "heard question 7". */
export function heldModel(): HeldModel {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let isReleased = false;
  let held = 0;
  let most = 0;
  async function generate({ messages }: ChatRequest, { signal }: { readonly signal: AbortSignal }): Promise<string> {
    const prompt = messages.map(({ content }) => content).join('\n');
    const question = prompt.match(/question \d+/g)?.at(-1) ?? '';
    asked.push(question);
    held += 1;
    most = Math.max(most, held);
    try {
      if (!isReleased)
        await new Promise<void>((resolve, reject) => {
          waiting.push(resolve);
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
    } finally {
      held -= 1;
    }
    return `Thought: done\nFinal Answer: heard ${question}`;
  }
  return {
    id: 'held',
    generate,
    async *stream(request, options) {
      yield await generate(request, options);
    },
    asked,
    get most() {
      return most;
    },
    get held() {
      return held;
    },
    answerOne: () => waiting.shift()?.(),
    release() {
      isReleased = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}
