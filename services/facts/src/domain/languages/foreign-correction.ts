import { plainWriting } from '@agent-mem/llm';
import { dayPattern, type Language } from './language.ts';
import { languages } from './languages.ts';

/** What a message in another language than English puts right. */
export interface ForeignCorrection {
  /** `null`: it does not say what is wrong. */
  readonly wrong: string | null;
  readonly right: string;
  /** Whom it names: "Zoé" of "Zoé a 5 ans, pas 4". Empty: nobody. */
  readonly about: string;
  /** It says how somebody or something is called. */
  readonly isNaming: boolean;
}

/** In characters. */
const longest = 120;
const name = String.raw`\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}`;

/** How a language puts something right. Beside it may stand whose it is, and what is counted: any other statement stands for itself. */
function formsOf({ words, stated }: Language) {
  const { takingBack, naming, being, having, years, firstPerson, places, on, not, but, courtesies } = words;
  const value = (group: string) =>
    `(?:(?<naming>${naming}) |(?:${being}) )?(?<${group}>(?:(?:${places}) )?(?:${name}|\\d(?:[\\d.,:]*\\d)?)|(?:(?:${on}) )?(?:${dayPattern(words)}))`;
  const counted = `(?: (?<=\\d )(?:${years}))?`;
  const right = value('right') + counted;
  const wrong = value('wrong').replace('?<naming>', '?:') + counted;
  const whose = `(?:(?:(?:${firstPerson}) [\\p{L}-]+ )?(?<about>\\p{Lu}[\\p{L}'’-]+) (?:${having}) )?`;
  return {
    spelled: stated.spelled ?? ((message: string) => message),
    marker: new RegExp(`^(?:(?:${takingBack})[,.!:; –—-]+)+`, 'iu'),
    courtesy: new RegExp(`^(?:${courtesies})$`, 'iu'),
    marked: new RegExp(`^${whose}${right}$`, 'u'),
    contrasts: [`(?:${not}) ${wrong},? (?:${but}) ${right}`, `${right},? (?:${not}) ${wrong}`].map(
      (form) => new RegExp(`^${whose}${form}$`, 'u'),
    ),
  };
}

const forms = languages.map(formsOf);

/** Reads "Nein, er heißt Max", "no Toby, sino Tomás"; `null`: the message is no correction, or says more. */
export function foreignCorrection(message: string): ForeignCorrection | null {
  const plain = plainWriting(message).replace(/[\s.!]+$/, '');
  if (plain.length > longest || plain.includes('?')) return null;
  for (const { spelled, marker, courtesy, marked, contrasts } of forms) {
    const written = spelled(plain);
    const taken = marker.exec(written)?.[0] ?? '';
    const rest = written.slice(taken.length);
    for (const said of [`${rest.charAt(0).toLowerCase()}${rest.slice(1)}`, rest]) {
      const { groups } =
        [...contrasts, ...(taken === '' ? [] : [marked])].map((form) => form.exec(said)).find((each) => each) ?? {};
      if (groups?.right === undefined || courtesy.test(groups.right)) continue;
      return {
        wrong: groups.wrong ?? null,
        right: groups.right,
        about: groups.about ?? '',
        isNaming: groups.naming !== undefined,
      };
    }
  }
  return null;
}
