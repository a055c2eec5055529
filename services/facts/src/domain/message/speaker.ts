const name = "\\p{Lu}[\\p{L}'’-]+";
const introduction = new RegExp(
  `^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|evening))(?: there| again)?[,.!]? )?(?:[Tt]his is (${name})(?: here| speaking| writing)?|(${name}) (?:here|speaking|writing))\\s*[.,:;!–-]+\\s+(?=(?:(?:[Pp]lease )?(?:[Rr]emember|[Nn]ote)(?: that)? )?(?:I|I['’]m|I['’]ve|[Mm]y|[Ww]e|[Oo]ur)\\b)`,
  'u',
);
/** "This is Milo. I adopted him" shows somebody. */
const shows = /\b(?:he|she|him|her|his|it|they|them)\b/i;

/** Somebody else than the user who writes a message. */
export interface Speaker {
  readonly name: string;
  /** The message without who writes it. */
  readonly message: string;
}

/** Whom of those that the user has spoken of a message is by: "Edith here, I love gardening"; `null`: it is the user's own. */
export function speakerOf(message: string, names: ReadonlySet<string>): Speaker | null {
  const found = introduction.exec(message);
  const who = found?.[1] ?? found?.[2];
  if (!found || who === undefined || !names.has(who)) return null;
  const own = message.slice(found[0].length);
  return shows.test(own) ? null : { name: who, message: own };
}

/** What is read as the user's own statement, said of the speaker. */
export function saidBy({ name: who }: Speaker, statement: string): string {
  return statement.replace(/^The user(?=['’]s | )/, who);
}
