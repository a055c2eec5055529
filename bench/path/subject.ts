import type { ChatModel } from '@agent-mem/llm';
import { scriptedSteps } from '../agent/scripted-steps.ts';
import { seededTexts } from '../seeded-texts.ts';

/** A request of which the way is measured. */
export interface PathSubject {
  readonly name: string;
  /** Of HTTP. */
  readonly path: string;
  /** Default: the local rules. */
  readonly chatModel?: () => ChatModel;
  /** The body of one request after another. */
  body(index: number): object;
}

const texts = seededTexts(7);
/** Memory grows with each Store; users take turns so that it stays small. */
const factsOfEachUser = 50;

export const subjects: readonly PathSubject[] = [
  {
    name: 'facts.Store',
    path: '/v1/facts/store',
    body: (index) => ({ user: `somebody-${Math.floor(index / factsOfEachUser)}`, content: texts.text(index) }),
  },
  {
    name: 'agent.Invoke, no memories',
    path: '/v1/agent/invoke',
    chatModel: () => scriptedSteps().chatModel,
    body: (index) => ({ user: `somebody-${index}`, conversation_id: 'talk', question: texts.question(index) }),
  },
];
