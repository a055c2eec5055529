import { beginningOf, isCorrection } from '@agent-mem/service-kit';
import type { Outcome } from '../episode/outcome.ts';
import { shortened } from './shortened.ts';

/** Words that thank or confirm. */
const thanks =
  /^\P{L}*(?:(?:ok|okay|yes|ah|oh|great|super|perfect|yay|yep|ja|oui|sí|sim)[\s,.!]\P{L}*)*(?:thanks?|thank you|thx|ty|perfect|excellent|awesome|brilliant|great (?:job|work)|well done|good job|it works|that works|works now|works (?:great|fine|perfectly)|that (?:worked|did it|helped|fixed it)|it worked|danke|vielen dank|klasse|es (?:geht|funktioniert|klappt) (?:jetzt|wieder)|merci|parfait|ça marche|gracias|muchas gracias|perfecto|ya funciona|obrigad[oa]|perfeito|já funciona)(?![\p{L}\p{N}])/iu;

/** The outcome of the task before, as the user's next message corrects it or thanks for it; `null`: it does neither. A correction outweighs thanks. */
export function outcomeInMessage(content: string): Outcome | null {
  const beginning = beginningOf(content);
  const said = `the user said next: ${shortened(beginning, 100)}`;
  if (isCorrection(content)) return { outcome_status: 'failed', outcome_reason: said, outcome_by: 'message' };
  return thanks.test(beginning) ? { outcome_status: 'succeeded', outcome_reason: said, outcome_by: 'message' } : null;
}
