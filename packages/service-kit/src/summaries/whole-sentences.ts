import { sentencesOf } from '@agent-mem/llm';

/** What ends a sentence, and the few signs that may stand behind the end. */
const ended = /[\p{Sentence_Terminal}…:][\p{P}\p{S}\s]{0,8}$/u;

/** The sentences of an answer, each once: a small model repeats itself until its tokens are spent. The last one is left out where it alone does not end. */
export function wholeSentences(answer: string): readonly string[] {
  const sentences = [...new Set(sentencesOf(answer))];
  const before = sentences.slice(0, -1);
  const breaksOff = before.length > 0 && before.every((each) => ended.test(each)) && !ended.test(sentences.at(-1) ?? '');
  return breaksOff ? before : sentences;
}
