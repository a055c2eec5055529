import { referencesIn } from '@agent-mem/contract';
import { sentenceOf, type TemplateVariables } from '@agent-mem/llm';
import { countTokens, fitBudget } from '@agent-mem/recall/ranking';
import { clip } from './clip.ts';

const significant = /\[MemoryRef:|\b(?:error|failed|failure|decided|because|therefore|must|not found)\b|\d|[A-Z]{2,}[-_]/i;

/** One paragraph of first sentences, those with identifiers, numbers, errors and decisions before others when room is short. */
export function summariseSteps({ items, max_tokens: maxTokens }: TemplateVariables['summarise-steps']): string {
  const sentences = items
    .map(({ type, content }, index) => ({ index, text: `${capital(type)}: ${clip(refsAndFirstSentence(content), 300)}` }))
    .map((item) => ({ ...item, tokens: countTokens(` ${item.text}`) + 1, isInformative: significant.test(item.text) }));
  const byWorth = sentences.toSorted((a, b) => Number(b.isInformative) - Number(a.isInformative) || b.index - a.index);
  const chosen = fitBudget(byWorth, maxTokens).items.toSorted((a, b) => a.index - b.index);
  return chosen.map(({ text }) => text).join(' ');
}

/** A reference to a stored detail is worth more than the sentence around it. */
function refsAndFirstSentence(content: string): string {
  const refs = referencesIn(content).map(({ text }) => text);
  const sentence = sentenceOf(content);
  return [sentence, ...refs.filter((ref) => !sentence.includes(ref))].join(' ');
}

function capital(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1);
}
