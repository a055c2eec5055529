import type { Outcome } from '../episode/outcome.ts';
import { shortened } from './shortened.ts';

/** Words that say that it did not work, in the beginning of what a user says next. */
const corrections =
  /\b(?:still (?:fails?|failing|broken|not|the same|doesn't|does not|crash\w*|wrong)|(?:did|does|do|is|was)(?:n't| not) (?:work|working|help|what i|right|correct|fixed)|that's (?:wrong|not right|not what)|that is (?:wrong|not right|not what)|not fixed|same error|wrong answer|you (?:broke|deleted) |geht (?:immer noch )?nicht|funktioniert (?:immer noch )?nicht|hat nicht (?:geklappt|funktioniert)|(?:ne|n') ?(?:marche|fonctionne) pas|marche toujours pas|no funciona|sigue sin funcionar|não funciona|não funcionou)|^(?:no+|nope|wrong|falsch|nein)\b(?! (?:problem|worries|rush|need))/iu;

/** Words that thank or confirm. */
const thanks =
  /^(?:\W*(?:ok|okay|yes|ah|oh|great|super|perfect|yay|yep|ja|oui|sí|sim)[\s,.!]+)*\W*(?:thanks?|thank you|thx|ty|perfect|excellent|awesome|brilliant|great (?:job|work)|well done|good job|it works|that works|works now|works (?:great|fine|perfectly)|that (?:worked|did it|helped|fixed it)|it worked|danke|vielen dank|klasse|es (?:geht|funktioniert|klappt) (?:jetzt|wieder)|merci|parfait|ça marche|gracias|muchas gracias|perfecto|ya funciona|obrigad[oa]|perfeito|já funciona)(?![\p{L}\p{N}])/iu;

/** More of a message is another matter. */
const mostRead = 200;

/** The outcome of the task before, as the user's next message corrects it or thanks for it; `null`: it does neither. A correction outweighs thanks. */
export function outcomeInMessage(content: string): Outcome | null {
  const beginning = [...content.normalize('NFC').replace(/[’]/g, "'").trim()].slice(0, mostRead).join('');
  const said = `the user said next: ${shortened(beginning, 100)}`;
  if (corrections.test(beginning)) return { outcome_status: 'failed', outcome_reason: said, outcome_by: 'message' };
  return thanks.test(beginning) ? { outcome_status: 'succeeded', outcome_reason: said, outcome_by: 'message' } : null;
}
