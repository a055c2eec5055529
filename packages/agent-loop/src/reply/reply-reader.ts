import { jsonExtent } from '@agent-mem/llm';
import { asksAgain, inventedTurnAt, memoryOpening } from './invented-turn.ts';
import { readArgs, withoutFence, withoutFenceBehind } from './json-args.ts';
import { readJsonCall } from './json-call.ts';
import {
  findArgsMarker,
  findInlineMarker,
  findMarker,
  first,
  type Marker,
  type MarkerKind,
  mayBecomeMarker,
  openEnd,
} from './marker.ts';
import type { ModelPiece, ModelStep } from './model-step.ts';

/** What a text without any marker is. */
export type Prose = 'answer' | 'unusable';

type Part = 'opening' | 'thought' | 'action' | 'args' | 'answer' | 'done';

/** What a step begins with, and what follows its thought. */
const firstPart: readonly MarkerKind[] = ['thought', 'action', 'answer'];
const afterThought: readonly MarkerKind[] = ['action', 'answer'];
/** What ends an action that has no arguments, or an answer, when the model goes on by itself. */
const nextStep: readonly MarkerKind[] = ['thought', 'observation', 'answer', 'action'];
const inventedStep: readonly MarkerKind[] = ['thought', 'observation'];

/** What stands for the answer in the prompt's form. A model that writes it has only copied the form. */
export const exampleAnswer = 'the answer';

/** A line longer than this names no tool; in characters. */
const longestName = 256;

/**
 * Reads the model's text as it comes, in pieces of any size: the step it ends in does not depend on where the pieces were cut.
 * The first complete step is taken; what the model invents behind it (an observation, a second step) is not read.
 * A text without any marker is a call where it is one in JSON and nothing else, else an answer. Where prose is unusable, or it begins by repeating the prompt, it cannot be used.
 */
export class ReplyReader {
  readonly #prose: Prose;
  readonly #question: string;
  #part: Part = 'opening';
  /** Text of the present part that is not settled yet. */
  #rest = '';
  /** Up to there no marker begins in it. */
  #searched = 0;
  /** Shown already of the present part. */
  #shown = 0;
  #emphasis = '';
  #fenced = false;
  #inObject = false;
  #thought = '';
  #action = '';
  #step: ModelStep | null = null;
  readonly #pieces: ModelPiece[] = [];

  constructor(prose: Prose = 'answer', question = '') {
    this.#prose = prose;
    this.#question = question;
  }

  /** The step is complete: nothing that follows can change it. */
  get done(): boolean {
    return this.#part === 'done';
  }

  /** Takes the next piece of text and answers what can be shown now. */
  push(text: string): ModelPiece[] {
    if (this.done) return [];
    this.#rest += text;
    // Nothing but a closing brace ends an object, and reading it again for every piece would take the square of its length.
    if (this.#part === 'args' && this.#inObject && !text.includes('}')) return [];
    this.#advance(false);
    return this.#pieces.splice(0);
  }

  /** The text is over: answers what was held back, and the step. */
  end(): { readonly pieces: ModelPiece[]; readonly step: ModelStep } {
    if (!this.done) this.#advance(true);
    const step = this.#step ?? this.#unusable('', 'the text is empty');
    return { pieces: this.#pieces.splice(0), step };
  }

  #advance(over: boolean): void {
    for (let before: Part | null = null; before !== this.#part && !this.done; ) {
      before = this.#part;
      if (this.#part === 'opening') this.#readOpening(over);
      else if (this.#part === 'thought') this.#readThought(over);
      else if (this.#part === 'action') this.#readAction(over);
      else if (this.#part === 'args') this.#readArgs(over);
      else if (this.#part === 'answer') this.#readAnswer(over);
    }
  }

  #readOpening(over: boolean): void {
    const text = withoutReasoning(this.#rest, over);
    if (text === null) return;
    const marker = findMarker(text, firstPart, this.#unsearched(text, firstPart));
    const ended = text.slice(0, marker?.start);
    const turn = marker || over ? inventedTurnAt(ended, 0, true) : undefined;
    const isProse = this.#prose === 'answer' && turn !== undefined && !asksAgain(ended.slice(turn), this.#question);
    if (marker && !isProse) {
      this.#fenced = (text.slice(0, marker.start).match(/^[ \t]*```/gm) ?? []).length % 2 === 1;
      this.#enter(text, marker);
      return;
    }
    if (!over && !isProse) return;
    const answer = withoutInvented(ended.slice(0, turn));
    if (answer === '') {
      this.#finish(this.#unusable('', 'the text is empty'));
      return;
    }
    const call = readJsonCall(answer);
    if (call) {
      if (call.thought !== '') this.#pieces.push({ part: 'thought', text: call.thought, complete: true });
      this.#finish(call);
      return;
    }
    if (isReasoningOpen(this.#rest)) {
      this.#thought = answer;
      this.#show('thought', answer, true);
      this.#finish(this.#unusable(answer, 'its reasoning does not end, and no answer follows'));
      return;
    }
    if (answer.startsWith(memoryOpening)) {
      this.#finish(this.#unusable('', 'it repeats the prompt'));
      return;
    }
    if (this.#prose === 'unusable') {
      this.#finish(this.#unusable(answer, 'it has neither an action nor a final answer'));
      return;
    }
    this.#pieces.push({ part: 'answer', text: answer, complete: true });
    this.#finish({ kind: 'answer', thought: '', answer });
  }

  #readThought(over: boolean): void {
    const text = this.#content();
    const from = this.#unsearched(text, afterThought);
    const marker = first([findMarker(text, afterThought, from), findInlineMarker(text, from)]);
    const stable =
      over || marker ? (marker ? text.slice(0, marker.start) : text).trimEnd().length : this.#open(text, afterThought);
    this.#show('thought', text.slice(0, stable), over || marker !== null);
    if (!over && !marker) return;
    this.#thought = text.slice(0, stable);
    if (marker) this.#enter(text, marker);
    else this.#finish(this.#unusable(this.#thought, 'it has a thought but neither an action nor a final answer'));
  }

  #readAction(over: boolean): void {
    const text = this.#content();
    const args = findArgsMarker(text);
    const marker = first([args, findMarker(text, nextStep)]);
    if (!over && !marker) return;
    const line = (text.slice(0, marker?.start).trim().split('\n')[0] ?? '').slice(0, longestName);
    this.#action = line.replace(/^["'`*_\s]+|(?<!["'`*\s])["'`*\s]+$/g, '');
    if (this.#action === '') this.#finish(this.#unusable(this.#thought, 'it names no action'));
    else if (marker && marker === args) this.#enter(text, marker);
    else this.#finish(this.#actionWith(''));
  }

  #readArgs(over: boolean): void {
    const text = withoutFence(this.#content());
    if (text.startsWith('{')) {
      this.#inObject = true;
      const extent = jsonExtent(text);
      if (extent !== null) this.#finish(this.#actionWith(text.slice(0, extent.end)));
      else if (over) this.#finish(this.#actionWith(text));
      return;
    }
    const marker = findMarker(text, nextStep);
    if (marker) this.#finish(this.#actionWith(text.slice(0, marker.start)));
    else if (over) this.#finish(this.#actionWith(text));
  }

  #readAnswer(over: boolean): void {
    const text = this.#content();
    const from = Math.max(0, text.lastIndexOf('\n', this.#shown));
    const marker = findMarker(text, inventedStep, from);
    const ended = over || marker !== null;
    const own = text.slice(0, marker?.start);
    const whole = this.#withoutClosingFence(own.slice(0, inventedTurnAt(own, from, ended)));
    const stable = ended ? whole.length : Math.min(whole.length, this.#open(text, inventedStep));
    const answer = text.slice(0, stable);
    if (!ended && exampleAnswer.startsWith(answer)) return;
    if (answer === exampleAnswer) {
      this.#finish(this.#unusable('', 'its final answer is only the example of the form'));
      return;
    }
    this.#show('answer', answer, ended);
    if (!ended) return;
    this.#finish(
      answer === ''
        ? this.#unusable(this.#thought, 'its final answer is empty')
        : { kind: 'answer', thought: this.#thought, answer },
    );
  }

  /** Where a marker may begin that did not the last time: to search all of the text for each piece takes the square of its length. */
  #unsearched(text: string, kinds: readonly MarkerKind[]): number {
    const left = this.#rest.length - text.length;
    const from = Math.max(0, this.#searched - left);
    const line = text.lastIndexOf('\n') + 1;
    this.#searched = left + (mayBecomeMarker(text.slice(line), kinds) ? line : text.length);
    return from;
  }

  /** The present part without the white space and the closing emphasis before it. */
  #content(): string {
    const text = this.#rest.trimStart();
    const closing = this.#emphasis;
    return closing !== '' && text.startsWith(closing) ? text.slice(closing.length).trimStart() : text;
  }

  #open(text: string, kinds: readonly MarkerKind[]): number {
    // The emphasis behind the colon may not be there yet.
    if (this.#emphasis.startsWith(text)) return 0;
    return openEnd(text, kinds, this.#part === 'thought');
  }

  #withoutClosingFence(text: string): string {
    const trimmed = text.trimEnd();
    const lastLine = trimmed.slice(trimmed.lastIndexOf('\n') + 1).trimStart();
    return this.#fenced && '```'.startsWith(lastLine) ? withoutFenceBehind(trimmed) : trimmed;
  }

  #show(part: 'thought' | 'answer', stable: string, complete: boolean): void {
    const text = stable.slice(this.#shown);
    if (text !== '' || (complete && stable !== '')) this.#pieces.push({ part, text, complete });
    this.#shown = Math.max(this.#shown, stable.length);
  }

  #enter(text: string, marker: Marker): void {
    this.#part = marker.kind as Part;
    this.#rest = text.slice(marker.end);
    this.#emphasis = marker.emphasis;
    this.#searched = 0;
    this.#shown = 0;
  }

  #actionWith(argsText: string): ModelStep {
    return { kind: 'action', thought: this.#thought, action: this.#action, ...readArgs(argsText.trim()) };
  }

  #unusable(text: string, reason: string): ModelStep {
    return { kind: 'unusable', thought: this.#thought, text, reason };
  }

  #finish(step: ModelStep): void {
    this.#step = step;
    this.#part = 'done';
  }
}

/** The step in a whole text: the reader, given everything at once. */
export function readReply(text: string, prose?: Prose, question?: string): ModelStep {
  const reader = new ReplyReader(prose, question);
  reader.push(text);
  return reader.end().step;
}

/** Prose without an observation that the model invents behind it, and without the end of a reasoning whose beginning stood in the prompt. */
function withoutInvented(text: string): string {
  const own = text.replace(/^.*\n[ \t]*<\/think>[ \t]*\n/s, '').trim();
  return own.slice(0, findMarker(own, ['observation'], 1)?.start).trimEnd();
}

/** Whether the text is a reasoning that never closes. */
function isReasoningOpen(text: string): boolean {
  return text.trimStart().startsWith('<think>') && !text.includes('</think>');
}

/** The text behind a reasoning model's `<think>…</think>`; `null` while it is not over. In one that never closes a step is looked for. */
function withoutReasoning(text: string, over: boolean): string | null {
  const start = text.trimStart();
  if (!over && '<think>'.startsWith(start)) return null;
  if (!start.startsWith('<think>')) return text;
  const end = start.indexOf('</think>');
  if (end >= 0) return start.slice(end + '</think>'.length);
  return over ? start.slice('<think>'.length) : null;
}
