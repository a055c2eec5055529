import type { ModelAnswer, ModelRequest } from '@agent-mem/client';

/** A model by rules: it says of each question the same few sentences on its topic. */
export async function planningModel({ messages }: ModelRequest): Promise<ModelAnswer> {
  const question = messages.at(-1)?.content ?? '';
  const topic = /UserService|authentication|lentil soup/.exec(question)?.[0] ?? 'UserService';
  const said = [
    `${question.replace(/[?.]?$/, '.')}`,
    `The work on ${topic} begins with what is largest in it.`,
    `Splitting ${topic} gives two parts, each with one purpose and with tests of its own.`,
    `The second part of ${topic} comes a week after the first, when that has been tried.`,
    `Whoever needs ${topic} today keeps what they have until both parts are done.`,
  ];
  return { content: said.join(' '), reasoning: `It is about ${topic}.` };
}
