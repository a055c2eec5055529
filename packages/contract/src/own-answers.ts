/** What the agent says of itself and of its memory where no model answers, by what it is for. */
export const ownAnswers = Object.freeze({
  noModel: 'I have no language model and answer by rules, from what you told me.',
  introduction:
    'I remember what you tell me, in later conversations too. Tell me something, ask me about it, or say "forget that …".',
  unknown: 'I do not know: I remember nothing that answers this.',
  away: 'I cannot look up facts now: the service that has them does not answer.',
  memoryOff: 'Memory is off, so I remember nothing here.',
  cannot: 'I cannot do that.',
  asksNothing: 'All right. If I should remember something, say "remember that …".',
  noSuchAnswer: 'I do not know: this conversation has no such answer of mine.',
  noSuchMessage: 'I do not know: this conversation has no such message of yours.',
  nothingToForget: 'There is nothing to forget: I do not know of it.',
  forgotten: 'I have forgotten it.',
  stillKnown: 'I still know:',
  welcome: 'You are welcome.',
  welcomeAndGoodbye: 'You are welcome. Goodbye!',
  goodbye: 'Goodbye, take care.',
  fine: 'I am fine, thank you. Tell me what I should remember, or ask me about it.',
  hello: 'Hello! Tell me what I should remember, or ask me about it.',
});

/** How an answer begins that repeats what was said or remembered before. */
export const ownQuotes = Object.freeze({
  answered: 'I answered: ',
  wrote: 'You wrote: ',
  fromEarlierTask: 'From an earlier task, ',
  nearest: 'I do not know for sure. ',
  forgottenWhole: 'I have forgotten all of this: ',
});

// The longest first: one may begin another.
const sentences = Object.values(ownAnswers).toSorted((a, b) => b.length - a.length);

/** A text without what the agent says of itself. */
export function withoutOwnAnswers(text: string): string {
  return sentences.reduce((rest, sentence) => rest.replaceAll(sentence, ' '), text);
}

/** Whether an answer repeats what was said or remembered before. */
export function isOwnQuote(answer: string): boolean {
  return Object.values(ownQuotes).some((beginning) => answer.startsWith(beginning));
}

/** Whether an answer only speaks of the agent itself, or repeats what was said or remembered before: it is no outcome. */
export function isOwnAnswer(answer: string): boolean {
  return isOwnQuote(answer) || (answer.trim() !== '' && withoutOwnAnswers(answer).trim() === '');
}
