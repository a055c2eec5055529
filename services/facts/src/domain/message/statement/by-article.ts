/** Who is called "the kids" in a chat is the writer's own. */
const children =
  /^the (?=(?:kids|children|twins) (?:(?:also|now|still|always|usually|only|never|both) )?(?:go|walk|cycle|have|take|eat|play|love|like|hate|need|learn|speak|sleep|share|start|finish|are (?:\d|in|at|with|allergic|vegetarian|vegan))\b)/i;
/** Who comes to a house is one that somebody has: "the plumber's Gavin". */
const helper =
  /^the (plumber|electrician|builder|cleaner|gardener|babysitter|nanny|childminder|vet|landlord|landlady|midwife|physio|dentist|hairdresser|mechanic|tutor|decorator|roofer)(?:'s| is)(?: (?:called|named))? (?=\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$)/iu;

/** A clause that says "the" of somebody of the writer's, as one that says "my". */
export function asOwn(clause: string): string {
  if (!/^the /i.test(clause)) return clause;
  const [begins, who] = helper.exec(clause) ?? [];
  if (begins !== undefined && /^\p{Lu}/u.test(clause.slice(begins.length))) return `my ${who} is ${clause.slice(begins.length)}`;
  return clause.replace(children, 'my ');
}
