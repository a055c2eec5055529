import { stemmer } from 'stemmer';

/** What analysis knows of a language. Another language is another table. */
export interface Language {
  /** Words that say nothing of what a text is about, folded as `analyse` folds them. */
  readonly stopWords: ReadonlySet<string>;
  /** The stem that the forms of a word share. */
  stem(word: string): string;
}

const englishStopWords = `
a about above after again against all am an and any are as at be because been before being below between both but by
can could did do does doing down during each few for from further had has have having he her here hers herself him himself his how
i if in into is it its itself just me more most my myself no nor not now of off on once only or other our ours ourselves out over own
same she should so some such than that the their theirs them themselves then there these they this those through to too
under until up very was we were what when where which while who whom why will with would you your yours yourself yourselves
arent cant couldnt didnt doesnt dont hadnt hasnt havent im isnt ive ill id lets shouldnt thats theyre theres wasnt werent whats wont wouldnt
youre youve hes shes were weve theyve youll hell shell well itll
`;

/** Stop words and Porter's stems. */
export const english: Language = {
  stopWords: new Set(englishStopWords.trim().split(/\s+/)),
  stem: (word) => (/^[a-z]+$/.test(word) ? stemmer(word) : word),
};
