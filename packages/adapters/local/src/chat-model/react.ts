import type { TemplateVariables } from '@agent-mem/llm';
import { analyse, queryTerms } from '@agent-mem/recall/ranking';
import { extractFacts } from './extract-facts.ts';
import { clip } from './sentence.ts';

type Variables = TemplateVariables['react'];

const mostQuoted = 3;
const searchTool = 'RetrieveFacts';

/** Answers by quoting what the variables hold that shares words with the question, with ids; says so when they hold nothing, and names the nearest fact. */
export function react(variables: Variables): string {
  const terms = queryTerms(variables.question);
  const quotes = quotesOf(variables, terms);
  const facts = extractFacts({ message: variables.question });
  if (facts.length > 0 && !/\?/.test(variables.question)) {
    const promise = variables.learns ? 'I will remember' : 'I understand, but will not learn it';
    return finish('The user told something about themselves.', `${promise}: ${facts.join('; ')}.`);
  }
  if (quotes.length === 0 && canSearch(variables)) {
    const args = JSON.stringify({ query: clip(variables.question, 500) });
    return `Thought: Nothing in view answers this, so I look among the facts.\nAction: ${searchTool}\nArgs: ${args}`;
  }
  if (quotes.length > 0) {
    return finish(
      'What is remembered shares words with the question.',
      `From memory (I reason by rules, without a language model): ${quotes.join(' ')}`,
    );
  }
  const [nearest] = variables.facts;
  const near = nearest === undefined ? '' : ` The nearest I have is: ${quoteOf(nearest)}`;
  return finish(
    'Nothing remembered shares a word with the question.',
    `I remember nothing that answers this. I reason by rules, without a language model, and can only quote what I was told.${near}`,
  );
}

function finish(thought: string, answer: string): string {
  return `Thought: ${thought}\nFinal Answer: ${answer}`;
}

function canSearch({ tools, working_memory }: Variables): boolean {
  return (
    tools.some(({ name }) => name === searchTool) &&
    !working_memory.some(({ type }) => type === 'action' || type === 'observation')
  );
}

/** Facts first, then what tools answered, the conversation and the episodes; in each the most shared words first. */
function quotesOf(variables: Variables, terms: readonly string[]): readonly string[] {
  const observations = variables.working_memory.filter(({ type }) => type === 'observation' || type === 'summary');
  const tiers = [
    variables.facts.map(({ id, content }) => ({ text: content, quote: quoteOf({ id, content }) })),
    observations.map(({ content }) => ({ text: content, quote: `A tool answered: ${endSentence(clip(content, 600))}` })),
    variables.conversation.map(({ query, summary, result }) => ({
      text: `${query} ${summary} ${result}`,
      quote: `Earlier in this conversation you said "${clip(query, 200)}", and the result was: ${endSentence(clip(result, 300))}`,
    })),
    variables.episodes.map(({ id, goal, outcome, lessons }) => ({
      text: `${goal} ${outcome} ${lessons}`,
      quote: `In an earlier task (${clip(goal, 200)}) the outcome was: ${endSentence(clip(outcome, 300))}${lessons === '' ? '' : ` Lesson: ${endSentence(clip(lessons, 300))}`} [${id}]`,
    })),
  ];
  return tiers.flatMap((tier) => overlapping(tier, terms)).slice(0, mostQuoted);
}

function overlapping(
  tier: readonly { readonly text: string; readonly quote: string }[],
  terms: readonly string[],
): readonly string[] {
  return tier
    .map(({ text, quote }) => ({ quote, shared: shared(text, terms) }))
    .filter((item) => item.shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ quote }) => quote);
}

function shared(text: string, terms: readonly string[]): number {
  const { terms: counts } = analyse(text);
  return terms.filter((term) => term in counts).length;
}

function quoteOf({ id, content }: { readonly id: string; readonly content: string }): string {
  return `${endSentence(clip(content, 600))} [${id}]`;
}

function endSentence(text: string): string {
  return /[.!?…]["')\]]?$/.test(text) ? text : `${text}.`;
}
