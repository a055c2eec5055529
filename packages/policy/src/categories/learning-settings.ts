import { isOfCategory } from './is-of-category.ts';

/** What is to be learned in a scope. */
export interface LearningSettings {
  /** In the words of the caller that set it. `null`: nothing was set. */
  readonly instructions: string | null;
  /** Only what is of one of these is learned; empty: of any. */
  readonly keep: readonly string[];
  /** What is of one of these is never learned. */
  readonly never: readonly string[];
}

/** Anything is learned. */
export const learnsAnything: LearningSettings = { instructions: null, keep: [], never: [] };

/** Whether rules let a text be learned. */
export function mayBeLearned(text: string, settings: LearningSettings): boolean {
  const { keep } = settings;
  return !isNeverLearned(text, settings) && (keep.length === 0 || keep.some((category) => isOfCategory(text, category)));
}

/** Whether a text is of what is never learned, by the categories or by what the instructions plainly say. */
export function isNeverLearned(text: string, { instructions, never }: LearningSettings): boolean {
  return [...never, ...refusedBy(instructions ?? '')].some((category) => isOfCategory(text, category));
}

/** What a model is shown of it, a sentence each; none where anything is learned. */
export function learningSentences({ instructions, keep, never }: LearningSettings): readonly string[] {
  return [
    ...(keep.length > 0 ? [`Take only what is about: ${keep.join(', ')}.`] : []),
    ...(never.length > 0 ? [`Take nothing that is about: ${never.join(', ')}.`] : []),
    ...(instructions ? [instructions] : []),
  ];
}

const refusal =
  /(?:never|do not|don['’]t) (?:learn|remember|store|keep|save|note|record)(?: (?:anything|things|facts|what is said))?(?: (?:about|of|on|regarding))?(?: (?:my|our|the user['’]?s?|the|any))? ([^.;!?\n]{2,200})/giu;

/** What instructions plainly refuse: "Never learn anything about my health or politics." */
function refusedBy(instructions: string): readonly string[] {
  return [...instructions.matchAll(refusal)].flatMap(([, said = '']) =>
    said
      .split(/,|\bor\b|\band\b/iu)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  );
}
