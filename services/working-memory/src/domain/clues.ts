import { sentencesOf } from './sentences.ts';

const errorWords =
  /\b(error|exception|fail(ed|ure|s)?|fatal|panic|traceback|denied|refused|timed? ?out|not found|exceeded|cannot|could not)\b|\b[A-Z]\w*(Error|Exception)\b/i;
/** What only sounds like an error. */
const noErrors =
  /\b(no|0|zero|without( any)?)\s+(errors?|failures?|failed|exceptions?)\b|\b(errors?|failures?|failed|exceptions?)[:=]\s*0\b/gi;
const decisionWords = /\b(decid(e|ed|ing)|decisions?|conclu(de|ded|sion)|therefore|will use|going with|chose|chosen|agreed)\b/i;
const constraintWords =
  /\b(must|may not|never|do not|don't|at (most|least)|no (more|fewer|later|less) than|only (use|if|when|after)|required|forbidden|not allowed)\b/i;
const openWords =
  /\?\s*$|\b(unclear|unknown whether|not (yet )?(known|sure|certain)|still (need|have) to|remains to|open question|need to (find out|check|ask|verify))\b/i;

/** What a sentence is to somebody who goes on with a task. */
export type Clue = 'constraint' | 'decision' | 'open question' | 'error';

/** The sentences of a text that tell how things stand; one that is several things is the first of them. */
export function cluesIn(text: string, wanted: readonly Clue[]): readonly { readonly clue: Clue; readonly sentence: string }[] {
  return sentencesOf(text).flatMap((sentence) => {
    const clue = wanted.find((each) => isClue[each](sentence));
    return clue ? [{ clue, sentence }] : [];
  });
}

const isClue: Readonly<Record<Clue, (sentence: string) => boolean>> = {
  constraint: (sentence) => constraintWords.test(sentence),
  decision: (sentence) => decisionWords.test(sentence),
  'open question': (sentence) => openWords.test(sentence),
  error: (sentence) => errorWords.test(sentence.replace(noErrors, '')),
};
