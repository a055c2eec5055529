/** Letters of other scripts, each before the Latin one that it looks like: Cyrillic and Greek. */
const pairs =
  'аa еe оo рp сc хx уy іi јj ѕs һh кk мm тt нh вb АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЈJ ЅS αa οo εe ιi ρp νv κk τt ΑA ΒB ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΧX';
const lookalikes = new Map(pairs.split(' ').map((pair) => [...pair] as [string, string]));
const digitsAsLetters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };
/** Longest base64 that is read, in characters. */
const maxEncoded = 8_192;

/** How a text may be read by a model: as it stands, in plain letters, and with what hides words undone. */
export function readingsOf(text: string): readonly string[] {
  const plain = plainLetters(text);
  const readings = [plain, spelledOut(plain), withLettersForDigits(plain), ...decoded(plain)];
  return [...new Set(readings)];
}

/** In one form, without signs that are not seen, and without letters of another script within a word. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}|\u034f|[\u115f\u1160\u3164]/gu, '')
    .replace(/[\p{L}\p{M}]+/gu, (word) =>
      /[a-z]/i.test(word) && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(word) ? latin(word) : word,
    )
    .replace(/\p{L}[\p{L} ]*/gu, (words) =>
      /[Ѐ-ӿ]/.test(words) && !/[бгдёжзийлпфцчшщъыьэюяБГДЁЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ]/.test(words) ? latin(words) : words,
    );
}

function latin(word: string): string {
  return [...word].map((letter) => lookalikes.get(letter) ?? letter).join('');
}

/** `i g n o r e` and `i.g.n.o.r.e` as words: single letters with one sign between, words apart by more. */
function spelledOut(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{L}(?:([ ._*-])\p{L}(?:\1\p{L}){1,60})(?![\p{L}\p{N}])/gu, (run, separator: string) =>
    run.replaceAll(separator, ''),
  );
}

function withLettersForDigits(text: string): string {
  return text.replace(/(?<![\w@$])[\w@$]*[A-Za-z][\w@$]*/g, (word) =>
    word.replace(/[013457@$]/g, (sign) => digitsAsLetters[sign] ?? sign),
  );
}

function decoded(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w+/=])[A-Za-z0-9+/]{24,}={0,2}/g)].flatMap(([encoded]) => {
    const read = Buffer.from(encoded.slice(0, maxEncoded), 'base64').toString('utf8');
    return /^[\t\n\r\x20-\x7e]{12,}$/.test(read) && / /.test(read) ? [read] : [];
  });
}
