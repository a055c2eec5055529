/** What analysis and ranking know of a language: data and small rules. Another language is another table. */
export interface Language {
  /** As it is named in configuration: an ISO 639-1 code. */
  readonly code: string;
  /** Words that say nothing of what a text is about, folded as `analyse` folds them. */
  readonly stopWords: ReadonlySet<string>;
  /** The stem that the forms of a word share. */
  stem(word: string): string;
  /** Names of months, folded, and their numbers from 0. */
  readonly months: ReadonlyMap<string, number>;
  /** Those of them that mean other things too: they count as months only beside a number or one of `dateMarkers`. */
  readonly ambiguousMonths: ReadonlySet<string>;
  /** Words before a date: "in May". */
  readonly dateMarkers: ReadonlySet<string>;
  /** The day of the month that a word writes: "7", "7th"; `null`: none. */
  dayOf(word: string): number | null;
  /** Words by which a text says when: "yesterday", "Monday". Months and years count without standing here. */
  readonly timeWords: ReadonlySet<string>;
  /** Words by which the asker means itself. */
  readonly firstPerson: ReadonlySet<string>;
  /** Matches questions that want a time. */
  readonly wantsTime: RegExp;
  /** Matches questions that want a name: of a person, a place, a thing. */
  readonly wantsName: RegExp;
  /** Matches what denies something, questions and texts alike. */
  readonly negates: RegExp;
  /** Matches questions for what holds now. */
  readonly asksPresent: RegExp;
  /** Matches questions for what held before. */
  readonly asksPast: RegExp;
  /** Matches texts that hold a name inside a sentence, or a quotation. */
  readonly holdsName: RegExp;
  /** A day as people write it, so that texts are found by the words of their date. Month from 0. */
  dateText(date: CalendarDay): string;
}

/** A day of the calendar, in UTC. */
export interface CalendarDay {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

/** The day on which a moment (milliseconds since 1970) lies, in UTC. */
export function dayOfTime(timeMs: number): CalendarDay {
  const date = new Date(timeMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** What is made of each language once, when it is first asked for. */
export function ofLanguage<Made extends object>(make: (language: Language) => Made): (language: Language) => Made {
  const made = new WeakMap<Language, Made>();
  return (language) => {
    const known = made.get(language);
    if (known) return known;
    const now = make(language);
    made.set(language, now);
    return now;
  };
}
