import type { Clock } from '@agent-mem/contract';

const rememberMs = 30_000;
const mostAnswers = 1_000;
const mostCharacters = 16_000_000;

interface Answer {
  /** Payloads of the replies so far. */
  readonly replies: string[];
  readonly forgetAt: number;
  done: boolean;
  characters: number;
}

/** The answers to requests that may come again, for half a minute: a repeat of one that runs is ignored, of one that is answered gets the same replies. */
export class Answers {
  readonly #clock: Clock;
  readonly #answers = new Map<string, Answer>();
  #characters = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The replies given earlier, `running` while they are being made, or `null` for a request not seen: it counts as running from now on. */
  begin(request: string): readonly string[] | 'running' | null {
    const known = this.#answers.get(request);
    if (known && (!known.done || known.forgetAt > this.#clock.now())) return known.done ? known.replies : 'running';
    if (known) this.#forget(request, known);
    this.#answers.set(request, { replies: [], forgetAt: this.#clock.now() + rememberMs, done: false, characters: 0 });
    return null;
  }

  add(request: string, reply: string): void {
    const answer = this.#answers.get(request);
    if (!answer) return;
    answer.replies.push(reply);
    answer.characters += reply.length;
    this.#characters += reply.length;
  }

  end(request: string): void {
    const answer = this.#answers.get(request);
    if (!answer) return;
    answer.done = true;
    for (const [oldest, old] of this.#answers) {
      const tooMany = this.#answers.size > mostAnswers || this.#characters > mostCharacters;
      if (!tooMany && old.forgetAt > this.#clock.now()) break;
      if (old.done) this.#forget(oldest, old);
    }
  }

  #forget(request: string, answer: Answer): void {
    this.#answers.delete(request);
    this.#characters -= answer.characters;
  }
}
