const adverbs = 'usually|always|often|still|mostly|mainly|never|sometimes|currently|no longer|also|now|just|really|recently';
const verbs = String.raw`is|isn't|was|wasn't|has|hasn't|had|does|doesn't|did|didn't|can|cannot|can't|would|got|went|left|grew|bought|sold|became|[\p{Ll}]{2,}(?:s|ed)`;
/** What a plural goes on with, and no verb: "User accounts are", "User needs must". */
const ofPlurals = 'is|are|was|were|have|has|had|can|must|should|may|might|will|would|do|need';
const withoutArticle = new RegExp(`^User(?=['’]s |(?: (?:${adverbs}))* (?:${verbs})(?: (?!(?:${ofPlurals})\\b)|[.!]?$))`, 'u');

/** The statement as ours name the user: other programs write "User has two cats" for "The user has two cats". "User accounts are closed" is of no user. */
export function namingTheUser(statement: string): string {
  return statement.replace(withoutArticle, 'The user');
}
