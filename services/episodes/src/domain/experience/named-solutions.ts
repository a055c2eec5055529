import { modelInteger, modelList, modelText } from '@agent-mem/llm';
import type { Experience, MetError } from './experience.ts';

/** What a model says got over an error: the numbers of both, from 1; a step of 0: none of the candidates. */
export interface NamedSolution {
  readonly error: number;
  readonly step: number;
  readonly why: string;
}

/** Longest reason that is stored, in characters. */
const longestWhy = 500;

/** The errors that were got over, as a model is asked about them. */
export function errorsToExplain({ errors }: Experience) {
  return errors
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ text, candidates }, index) => ({
      number: index + 1,
      error: text,
      candidates: candidates.map((attempt, at) => ({ number: at + 1, attempt })),
    }));
}

/** What a model named; an element that is no such thing is left out, so that rules name that solution. */
export function namedSolutionsIn(value: unknown): readonly NamedSolution[] {
  return modelList(value).flatMap((element) => {
    const { error: ofError, step: ofStep, why } = Object(element) as Readonly<Record<string, unknown>>;
    const [error, step] = [modelInteger(ofError), modelInteger(ofStep)];
    if (error === null || step === null) return [];
    return [{ error, step, why: [...(modelText(why) ?? '')].slice(0, longestWhy).join('') }];
  });
}

/** The experience with the solutions that a model named among the candidates; what it names outside of them counts as not named. */
export function withNamedSolutions(experience: Experience, named: readonly NamedSolution[]): Experience {
  const explained = experience.errors.filter(({ candidates }) => candidates.length > 0);
  const nameOf = (error: MetError) => named.find((each) => each.error === explained.indexOf(error) + 1);
  return {
    ...experience,
    errors: experience.errors.map((error): MetError => {
      const name = error.candidates.length > 0 ? nameOf(error) : undefined;
      if (!name) return error;
      if (name.step === 0) return { ...error, solution: null };
      const attempt = error.candidates[name.step - 1];
      return attempt === undefined ? error : { ...error, solution: { attempt, why: name.why, by: 'model' } };
    }),
  };
}
