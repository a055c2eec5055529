import { gerundOf } from '../../statements/gerunds.ts';

const likes = `(?:(?:really |also |absolutely )?(?:love|like|hate|dislike|detest|loathe|adore|enjoy|prefer|eat)s?|(?:can't|cannot|can not) (?:stand|bear|eat))`;
/** "I can't stand mushrooms": what somebody likes, or does not. */
const liking = new RegExp(
  String.raw`\b${likes} (?!(?:me|you|him|her|it|them|us|to|when|how|that|this|these|those|what)\b)([^,;:]{2,60}?)[.!]*$`,
  'iu',
);
/** "Coriander is ok": what is spoken of, without a liking. */
const praised =
  /^([\p{L}][\p{L} -]{1,30}?) (?:is|are)(?:n't| not)? (?:actually |really |quite )?(?:ok|okay|fine|good|great|nice|delicious|bad|alright|disgusting|awful)(?: after all)?$/iu;
const ofBefore = new RegExp(`^(.+ ${likes}) (?:it|them)[.!]*$`, 'iu');

/** "My wife's is red", behind "My car is blue". */
const elseWhose = /^((?:(?:my|our) (?:[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+|\p{Lu}[\p{L}-]+)'s) ((?:is|are|was|were) .+)$/iu;
const owned = /^(?:(?:my|our)|\p{Lu}[\p{L}-]+'s) ((?:[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+) (?:is|are|was|were) /iu;

/** "I quit in March", behind "I used to smoke". */
const ended =
  /^((?:i|we|she|he) (?:have |has |then |finally |had to )?(?:quit|stop(?:ped)?|g[ai]ven? (?:it )?up))(?: it)?((?: (?:in|on|at|last|this|about|around|a|two|three|four|five|ten|\d+|when|after|because|yesterday|recently)\b.*)?)$/iu;
const formerly = /\bused to (?!be\b|have\b|know\b|want\b)(\p{Ll}+)((?: [\p{L}'-]+){0,4})$/u;
const formerHabit = /\bused to be an? (?:\p{Ll}+ )?(smok|drink|gambl|vap)er$/u;

/** A clause with what its words mean of the clause before: "Ola loves them" behind "I can't stand mushrooms". `null`: they mean nothing that was said. */
export function withObject(clause: string, before: string): string | null {
  const [, whose, state] = elseWhose.exec(clause) ?? [];
  if (whose !== undefined) {
    const thing = owned.exec(before)?.[1];
    return thing === undefined ? null : `${whose} ${thing} ${state}`;
  }
  const [, end, when = ''] = ended.exec(clause) ?? [];
  const left = end === undefined ? null : formerIn(before);
  if (left !== null) return `${end?.replace(/ it up$/i, ' up')} ${left}${when}`;
  const said = ofBefore.exec(clause)?.[1];
  if (said === undefined) return clause;
  const object = liking.exec(before)?.[1] ?? praised.exec(before)?.[1]?.toLowerCase();
  return object === undefined ? null : `${said} ${object}`;
}

/** "Playing the cello" of "I used to play the cello"; `null`: nothing is said of former times. */
function formerIn(clause: string): string | null {
  const habit = formerHabit.exec(clause)?.[1];
  if (habit !== undefined) return `${habit}ing`;
  const [, did, what = ''] = formerly.exec(clause) ?? [];
  return did === undefined ? null : `${gerundOf(did)}${what}`;
}
