import { anyOf } from './word-table.ts';

const divorce = '(?:got|get|are|have|were)? ?divorced';
const parting = anyOf(`
  broke up | (?:have )?broken up | (?:have )?split(?: up)? | (?:have )?parted ways | (?:have )?separated | are separated
  are no longer (?:together|a couple) | are not together(?: any ?more)? | aren't together(?: any ?more)?
  called off (?:the|their) (?:engagement|wedding)
`);
const soon = '(?:(?:has|have) )?(?:(?:just|recently|finally|now|both|also) )?';

/** Behind "split" and "separated": no bill, and no laundry. */
const end = '(?=$|,| (?:in|on|last|this|after|amicably|for good|since|when|because|by|ago|again)(?: |$))';

/** "The user and Marta got divorced": whom. */
export const coupleParted: RegExp = new RegExp(
  `^[Tt]he user and (?:their (?:[\\p{Ll}-]+ (?=\\p{Lu}))?)?(\\S+(?: \\p{Lu}\\S+)?) ${soon}(?:${divorce}|${parting})${end}`,
  'u',
);

const divorced = new RegExp(`^the user (?:and .{2,40}? )?${soon}(?:is )?${divorce}\\b`, 'i');
const left = /^the user (?:has )?(?:recently |just )?(?:broke|broken|split) up with /i;

/** Whether a statement says that the user is married no more, or with somebody no more; `null`: neither. */
export function partedAs(english: string): 'divorced' | 'parted' | null {
  if (divorced.test(english)) return 'divorced';
  return coupleParted.test(english) || left.test(english) ? 'parted' : null;
}
