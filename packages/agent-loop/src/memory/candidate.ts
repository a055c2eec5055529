import { type Choosable, countTokens } from '@agent-mem/recall/ranking';

/** Something that may be shown, as the receipt lists it. */
export interface Candidate<Shown> extends Choosable {
  readonly shown: Shown;
  readonly id: string;
  /** Of its text, without the tag around it. */
  readonly ownTokens: number;
}

/** What a candidate is made of. */
interface Candidacy<Shown> {
  readonly shown: Shown;
  readonly id: string;
  readonly score: number | null;
  readonly text: string;
  /** The tag around it. */
  readonly tag?: string;
  readonly heading?: Choosable['heading'];
}

/** What may be shown, with what it takes of the prompt. */
export function candidate<Shown>({ score, tag = '', heading, ...rest }: Candidacy<Shown>): Candidate<Shown> {
  const ownTokens = countTokens(rest.text);
  return { ...rest, score: score ?? 0, ownTokens, tokens: ownTokens + countTokens(tag), ...(heading && { heading }) };
}
