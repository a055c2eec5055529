/** Words that say that it did not work, in the beginning of what a user says next. */
const corrections =
  /\b(?:still (?:fails?|failing|broken|not|the same|doesn't|does not|crash\w*|wrong)|(?:did|does|do|is|was)(?:n't| not) (?:work|working|help|what i|right|correct|fixed)|that's (?:wrong|not right|not what)|that is (?:wrong|not right|not what)|not fixed|same error|wrong answer|you (?:broke|deleted) |geht (?:immer noch )?nicht|funktioniert (?:immer noch )?nicht|hat nicht (?:geklappt|funktioniert)|(?:ne|n') ?(?:marche|fonctionne) pas|marche toujours pas|no funciona|sigue sin funcionar|não funciona|não funcionou)|^(?:no+|nope|wrong|falsch|nein)\b(?! (?:problem|worries|rush|need))/iu;

/** More of a message is another matter. */
const mostRead = 200;

/** The beginning of a user's message, in which it says how the answer before it was. */
export function beginningOf(content: string): string {
  return [...content.normalize('NFC').replace(/[’]/g, "'").trim()].slice(0, mostRead).join('');
}

/** Whether a user's message says in its beginning that the answer before it was wrong or did not work. */
export function isCorrection(content: string): boolean {
  return corrections.test(beginningOf(content));
}
