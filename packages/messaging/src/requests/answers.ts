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

/** The answers to requests that may come again, for half a minute: a repeat gets the replies that there are, and the work is not done twice. */
export class Answers {
  readonly #clock: Clock;
  readonly #answers = new Map<string, Answer>();
  #characters = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The replies given so far, or `null` for a request not seen: it counts as running from now on. */
  begin(request: string): readonly string[] | null {
    const known = this.#answers.get(request);
    if (known && (!known.done || known.forgetAt > this.#clock.now())) return [...known.replies];
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

  /** The work is over. Without an `answer` to keep, a repeat is work again. */
  end(request: string, isAnswered: boolean): void {
    const answer = this.#answers.get(request);
    if (!answer) return;
    answer.done = true;
    if (!isAnswered) this.#forget(request, answer);
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
