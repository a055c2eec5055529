import type { Detector, Finding, SensitiveKind } from '../finding.ts';
import { slipsOf } from './slips-of.ts';

const secretNames =
  'api[ _-]?key|apikey|(?:access|auth|refresh|session|bearer|secret|id|client|deploy|bot)[ _-]?(?:token|key|secret)|client[ _-]?secret|secret[ _-]?(?:key|token)?|private[ _-]?token|token|credential|encryption[ _-]?key|signing[ _-]?key|webhook[ _-]?secret';
const passwordWords = `pass(?:word|wd|phrase|code)|pwd|passwort|kennwort|mot de passe|contraseña|senha|palavra-passe`;
const mistyped = slipsOf('password');
const passwordNames = `${passwordWords}|pass`;

/** `name = value`, `"name": "value"`, `NAME=value`. */
const assigned = new RegExp(
  String.raw`(?<![A-Za-z0-9_])(?:[A-Za-z0-9]{1,30}[_.-]){0,4}[A-Za-z0-9]{0,24}?(?<name>${passwordNames}|${secretNames})["'\x60]?\s{0,3}(?::=|=>|[:=])\s{0,3}(?<quote>\\?["'\x60])?(?<value>[^\s"'\x60<>]{4,512})`,
  'gdi',
);
/** `--name value`. */
const flagged = new RegExp(
  String.raw`\s--?(?<name>${passwordNames}|api-key|token|secret)[ =](?<value>[^\s"'\x60<>]{6,512})`,
  'gdi',
);
/** "my password is …", "mein Passwort ist …". */
const stated = new RegExp(
  String.raw`\b(?<name>${passwordWords}|${mistyped}|api key|secret key|access token|access key|auth token|token)\b(?:\s{1,8}(?:for|to|of|on)\s{1,8}[^\n.:=]{1,40}?)?\s{1,8}(?:is(?: now| still)?|was|to|will be|equals|ist|lautet|est|es|é)\s{0,8}:?\s{1,8}(?<quote>["'\x60“‘«])?(?<value>[^\s"'\x60”’»]{4,512})`,
  'gdi',
);
/** "passwd …", with nothing between. */
const beside = new RegExp(
  String.raw`\b(?<name>${passwordWords})\s{1,40}(?<value>(?=\S{0,64}\d)(?=\S{0,64}[A-Za-z])(?=\S{0,64}[A-Z!@#$%^&*+~?|])[^\s"'\x60<>(){}]{6,64})`,
  'gdi',
);
const sshPassword = /\bsshpass\s{1,8}-p\s{0,8}(?<value>[^\s$"'<]{4,64})/dg;
const pin =
  /\b(?:(?:my|the|your|his|her|our|card|bank|phone|door|atm|unlock|alarm|gate|locker|sim|debit|credit)\s{1,8}){1,4}(?:pin|passcode|access code|code)(?:\s{1,8}(?:code|number))?(?:\s{1,8}(?:for|to|of)\s{1,8}[^\n.:=\d]{1,30}?)?\s{0,8}(?:is|:|=)\s{0,8}(?<value>\d{4,8})(?!\d)/dgi;
const cardCode =
  /\b(?:(?:cvv2?|cvc2?)\b(?:\s{1,8}(?:code|number))?\s{0,8}(?:is|:|=|-)?|(?:card (?:verification|security) (?:code|value|number)|security code)\s{0,8}(?:is|:|=))\s{0,8}(?<value>\d{3,4})(?![\d%.:-]*\d|%)/dgi;

/** Secrets of no known form that the text itself calls by their name. */
export const findNamedSecrets: Detector = function* find(text) {
  for (const pattern of [assigned, flagged, stated, beside]) {
    for (const match of text.matchAll(pattern)) {
      const { name = '', quote } = match.groups ?? {};
      const range = match.indices?.groups?.value;
      if (!range) continue;
      const end = range[0] + trimmed(text.slice(...range)).length;
      // Of several words within quotes the first alone tells nothing.
      const isQuoted = quote !== undefined && /^\\?["'`”’»]/.test(text.slice(end));
      const isLast = !/^[ \t]+[\w"'-]/.test(text.slice(end, end + 8));
      const isStated =
        pattern === flagged ||
        pattern === stated ||
        pattern === beside ||
        (quote !== undefined && !isQuoted) ||
        !isLast ||
        /^pass$/i.test(name);
      const found = namedSecret(name, text.slice(range[0], end), { isQuoted: isQuoted && !/^pass$/i.test(name), isStated });
      if (found && text.charAt(end) !== '(') yield { kind: found, start: range[0], end };
    }
  }
  yield* whole('password', text, sshPassword);
  yield* whole('password', text, pin);
  yield* whole('card-code', text, cardCode);
};

const isName = new RegExp(String.raw`(?:^|[_.\s-])(?:${passwordNames}|${secretNames})$`, 'i');

/** What the value of a member is, going by the member's name; `null`: nothing that the name alone would tell. */
export function secretByName(name: string, value: string): SensitiveKind | null {
  const words = name.replace(/([a-z])([A-Z])/g, '$1_$2');
  if (!isName.test(words) || /\s/.test(value.trim())) return null;
  return namedSecret(words, value, { isQuoted: true, isStated: false });
}

const isPasswordName = new RegExp(`(?:${passwordNames}|${mistyped})$`, 'i');

function namedSecret(
  name: string,
  value: string,
  { isQuoted, isStated }: { readonly isQuoted: boolean; readonly isStated: boolean },
): SensitiveKind | null {
  if (isPlaceholder(value)) return null;
  const isPassword = isPasswordName.test(name);
  if (!isPassword) return isRandom(value) ? 'secret' : null;
  if (/^(?:~?\/|[A-Z]:\\)/.test(value) || /[a-z0-9_](?:Password|_password)$/.test(value)) return null;
  if (isQuoted) return value.length >= 4 && !/^(?:string|text|required|optional|password)$/i.test(value) ? 'password' : null;
  if (isCode(value)) return null;
  return isStated ? (looksChosen(value) ? 'password' : null) : looksChosen(value) || isLoneWord(value) ? 'password' : null;
}

/** What stands for a value: a variable, a template, stars, what was redacted before. */
function isPlaceholder(value: string): boolean {
  return (
    /^(?:\$|%[A-Z_]+%|\{|<|\[|\(|\*{2,}|•+|x{3,}$|\.{2,}|…|_{2,}|-{2,}|#)/i.test(value) ||
    /^(?:null|none|nil|undefined|true|false|empty|n\/a|tbd|todo|changeme!?|redacted|hidden|example|placeholder|your[-_ ]?\w*|my[-_]?\w*(?:token|key|secret|password)|env|string|number|boolean|str|int|any|unknown|optional|required|secret|token|pass(?:word|wd)?|function|async|await|class|process\.env\S*|os\.\S+|import\.meta\S*|vault:\S*|secretref:\S*|env:\S*|file:\S*)[,;.)]?$/i.test(
      value,
    )
  );
}

/** An expression of a program rather than a value. */
function isCode(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[;,)]*$/.test(value) ||
    /[(){}]|=>|::|^\w+\[/.test(value) ||
    /^[A-Z][A-Z0-9_]+[,;]?$/.test(value)
  );
}

/** A digit and a letter, or a sign that words do not have: nobody's next word of a sentence. */
function looksChosen(value: string): boolean {
  if (value.length < 5) return false;
  return (
    (/\d/.test(value) && /\p{L}/u.test(value) && !/^\d+(?:st|nd|rd|th|px|ms|s|d|h|m|kb|mb|gb|k|x)?$/i.test(value)) ||
    /[!@#$%^&*+~?|\\]/.test(value.slice(0, -1)) ||
    /^\d{6,}$/.test(value)
  );
}

/** `password=letmein`: words of sentences follow a colon with a space. */
function isLoneWord(value: string): boolean {
  return (
    /^[a-z]{6,}$/i.test(value) &&
    !/^(?:field|input|hash|hashed|must|should|reset|protected|change|policy|length|minimum|required|strength|manager|please|forgot|incorrect|wrong|invalid|expired|the|stored|encrypted|rotated|unknown|missing|rules|bcrypt|argon2)$/i.test(
      value,
    )
  );
}

/** At least sixteen signs with digits and letters, of the variety that chance makes: 3 bits a sign (Shannon's entropy). */
function isRandom(value: string): boolean {
  if (value.length < 16 || value.length > 512 || !/^[\w.~+/=:-]+$/.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || isCode(value)) return false;
  if (/^\d{4}-\d\d-\d\d|^https?:|^\/|^\.{1,2}\/|^sha\d+[-:]/.test(value)) return false;
  return entropy(value) >= 3;
}

function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - (count / value.length) * Math.log2(count / value.length), 0);
}

/** Without what ends a sentence, a statement or a member, and without the next member of a query. */
function trimmed(value: string): string {
  return value
    .replace(/&(?:\w+=|(?:quot|lt|gt|amp|apos|#x?[0-9a-f]+);?).*/is, '')
    .replace(/(?<![\\"'`,;)\]}.])(?:\\?["'`]|[,;)\]}.])+$/, '');
}

function* whole(kind: SensitiveKind, text: string, pattern: RegExp): Generator<Finding> {
  for (const match of text.matchAll(pattern)) {
    const range = match.indices?.groups?.value;
    if (range) yield { kind, start: range[0], end: range[1] };
  }
}
