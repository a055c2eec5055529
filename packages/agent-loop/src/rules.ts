import type { OperationError } from '@agent-mem/contract';
import type { ModelStep } from './reply/model-step.ts';
import type { Prose } from './reply/reply-reader.ts';

/** The model's text gave no step. */
export type UnusableStep = Extract<ModelStep, { readonly kind: 'unusable' }>;

/** How the loop behaves where the services that run it differ. */
export interface LoopRules {
  readonly prose: Prose;
  /** Whether the model's text is read on when its step is complete: behind it stands what it has cost. */
  readonly readsToEnd: boolean;
  /** Whether a model that has calls beside its text may make them. */
  readonly callsNatively: boolean;
  /** Whether a prompt shows some of many tools; else it shows all. */
  readonly choosesTools: boolean;
  /** The tool of an action that names none of those offered: the model gets an observation, or the invocation ends by this error. */
  readonly unknownTool: 'observation' | ((name: string) => OperationError);
  /** The observation for a text that could not be used. */
  readonly unusableText: (step: UnusableStep) => string;
  /** How an invocation ends when the model has failed; a part of its answer may have gone out. */
  readonly modelFailed: (error: OperationError, isAnswerStreamed: boolean) => string;
}

/** Those of our own contract. */
export const ownRules: LoopRules = {
  prose: 'answer',
  readsToEnd: false,
  callsNatively: true,
  choosesTools: true,
  unknownTool: 'observation',
  unusableText: ({ reason }) =>
    `Error: your text could not be used: ${reason}. Write "Thought:", then either "Action:" with the name of a tool and "Args:" with a JSON object, or "Final Answer:" with the answer.`,
  modelFailed: ({ message }, isAnswerStreamed) =>
    `${isAnswerStreamed ? 'The model failed in the middle of its answer' : 'The model failed'}: ${message}`,
};
