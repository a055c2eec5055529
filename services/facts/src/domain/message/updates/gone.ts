import { mayTellDeath, withoutDead } from '../../languages/foreign-death.ts';
import { animalWords, kindOfBeing } from '../../statements/beings.ts';
import { capitalised } from '../../statements/capitalised.ts';
import { itemsOf, listOf, numberWords } from '../item-list.ts';
import { partToForget } from '../part-to-forget.ts';

/** Who dies in a story is nobody whom the user has. */
const when =
  '(?! in (?:[\\p{L}\\d]+ ){1,3}(?:episode|film|movie|book|novel|season|series|game|story|chapter|dream|end)\\b)(?=$|[.,!]| (?:too|as well|last|yesterday|today|this|in|on|at|to|of|two|three|a|because|after|\\d)\\b)';
/** "The cat died", "I sold the goat": which. */
const dead = new RegExp(
  `^(?:sadly,? |unfortunately,? )?(?:(?:my|our|the) )?([\\p{L}'’ -]{2,30}?) (?:has |have |had )?(?:just |sadly |recently |unfortunately |been |was )*(?:died|passed away|run over|put down|ran away|run away)${when}`,
  'iu',
);
const givenAway = new RegExp(
  `^(?:I|we)(?:'ve| have| had to)? (?:just |recently )?(?:sold|sell|gave away|given away|rehomed) (?:my|our|the) ([\\p{Ll} ]{2,30}?)${when}`,
  'iu',
);
/** "We had to put Rocky down": whom. */
const putDown = new RegExp(
  `^(?:I|we)(?: had to|'ve had to| have had to|'ve)? put (?:(?:my|our|the) )?(?!it\\b|that\\b|this\\b|them\\b)([\\p{L}'’ -]{2,30}?) (?:down|to sleep)${when}`,
  'iu',
);
/** "Kai went back to his mother": whom somebody fosters. */
const back = new RegExp(
  `^(\\p{Lu}[\\p{L}'’-]+) (?:has |have )?(?:just |now )?(?:(?:went|gone|moved|returned) (?:back )?to (?:live with )?(?:his|her|their) (?:birth |own )?(?:mother|mum|mom|father|dad|parents|family|gran|grandmother|aunt)|was adopted|moved out)${when}`,
  'u',
);
const fostered = 'foster (?:boys?|girls?|kids?|children|child|teenagers?)';
const died = / (?:died|passed away)\b/i;
/** People of whom one has several. */
const relatives =
  '(?:(?:older|elder|younger|big|little|half|step|twin)[ -])?(?:brothers?|sisters?|siblings?|sons?|daughters?|child|children|kids?|uncles?|aunts?|cousins?|nephews?|nieces?|friends?)';
const people = new RegExp(`^The user has .*\\b${relatives}\\b`, 'u');
const animals = new RegExp(`^The user (?:has|owns|keeps) .*\\b(?:${animalWords})\\b`, 'u');
const foster = new RegExp(`^The user has .*\\b${fostered}\\b`, 'u');
/** "The user has two cats, Milo and Luna", and what else they have. */
const named = new RegExp(
  `^(The user (?:has|owns|keeps)) (${numberWords.slice(2, 7).join('|')}|[2-7]) ((?:[\\p{Ll}]+ )?(?:${animalWords})s?|${fostered}|${relatives})(,|:| named) (\\p{Lu}[\\p{L}'’-]*(?:(?:, | and |, and )\\p{Lu}[\\p{L}'’-]*)*)(,? and an? .+)?$`,
  'u',
);
/** "My brother Ben", where "my wife's brother Ben" is another. */
const oneOf = /^(?:[\p{Ll}]+ )?(\p{Ll}+) (?=\p{L}+$)/u;

/** "The user plays bridge with Ruth and Harold", "is living in a flat with Jonas and Mila". */
const companions =
  /^(The user (?!and\b).*\bwith|The user['’]s (?:(?:flat|room|house)mates|lodgers) are(?: named)?) (\p{Lu}[\p{L}'’-]*(?:(?:, | and |, and )\p{Lu}[\p{L}'’-]*)+)((?: (?:on|in|every|at|since) .+)?)$/u;
const leaves = new RegExp(`^(\\p{Lu}[\\p{L}'’-]*) (?:has |have |had )?(?:just )?(?:moved out|moved away|left us)${when}`, 'u');

/** Who lives or plays with the user, without the one who is dead, or has moved out of their home. */
function withoutCompanion(content: string, clause: string): string | null {
  const [, what = '', list = '', rest = ''] = companions.exec(content) ?? [];
  const isHome = /\b(?:liv(?:es|ing)|shares?|sharing|flat|apartment|house|(?:flat|room|house)mates|lodgers)\b/.test(what);
  const gone = dead.exec(clause)?.[1] ?? (isHome ? leaves.exec(capitalised(clause))?.[1] : undefined);
  const names = list === '' ? [] : itemsOf(list);
  const left = names.filter((name) => name.toLowerCase() !== gone?.toLowerCase());
  if (left.length === names.length || left.length === 0) return null;
  return `${left.length === 1 ? what.replace(/(mate|lodger)s are/, '$1 is') : what} ${listOf(left)}${rest}`;
}

/** A fact of several animals or people without the one that a clause says is gone. `null`: the clause says so of none of them, or of all. */
export function withoutGone(content: string, clause: string): string | null {
  const left = withoutDead(content, clause);
  if (left !== null) return left;
  if (companions.test(content)) return withoutCompanion(content, clause);
  const home = foster.test(content) ? back.exec(clause)?.[1] : undefined;
  const gone = home ?? dead.exec(clause)?.[1] ?? putDown.exec(clause)?.[1] ?? givenAway.exec(clause)?.[1];
  if (gone === undefined) return null;
  const isOfPeople = died.test(clause) && people.test(content);
  if (home === undefined && !isOfPeople && !animals.test(content)) return null;
  return named.test(content) ? withoutNamed(content, gone) : withoutPart(content, gone);
}

/** Of two dogs one may be left. */
function withoutPart(content: string, gone: string): string | null {
  const part = partToForget(gone, { id: '', content });
  return part && / an? \p{Ll}/u.test(part.forgotten) && !/,| and /.test(part.forgotten) ? part.remaining : null;
}

function withoutNamed(content: string, gone: string): string | null {
  const [, has = '', count = '', kind = '', joint = '', list = '', others = ''] = named.exec(content) ?? [];
  const one = kind
    .replace(/ies$/, 'y')
    .replace(/children$/, 'child')
    .replace(/s$/, '');
  const [noun = ''] = one.split(/[ -]/).slice(-1);
  const who = gone.replace(oneOf, (whole, role: string) => (kindOfBeing(role) === kindOfBeing(noun) ? '' : whole));
  const names = itemsOf(list);
  const left = names.filter((name) => name.toLowerCase() !== who.toLowerCase());
  const counted = /\d/.test(count) ? Number(count) : numberWords.indexOf(count);
  if (left.length === names.length || names.length !== counted || left.length === 0) return null;
  if (left.length === 1) return `${has} ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one} named ${left[0]}${others}`;
  return `${has} ${numberWords[left.length]} ${kind}${joint} ${listOf(left)}${others}`;
}

/** Whether a clause says that an animal or somebody is gone. */
export function saysGone(clause: string): boolean {
  return (
    dead.test(clause) ||
    putDown.test(clause) ||
    givenAway.test(clause) ||
    back.test(clause) ||
    leaves.test(capitalised(clause)) ||
    mayTellDeath(clause)
  );
}
