/** "I moved to Leeds for a new job at Sky": where, and what for. A time would be that of both. */
const movedFor =
  /^((?:[Ii]|[Ww]e)(?:'ve| have)? (?:just |recently )?(?:moved|relocated) (?:back )?to [^,;]{2,40}?) for (?:an?|my|the) (?:new )?job (?=(?:at|with) \p{Lu})(?!.*(?:\b\d{4}\b|\bago\b))/u;
const startedAt =
  /^([Ii](?:'ve| have)? (?:just |recently |finally )?started) (?=at (?!Christmas\b|Easter\b)\p{Lu})(?!.*\b(?:[Uu]niversity|[Cc]ollege|[Ss]chool|[Aa]cademy)\b)/u;

/** A sentence whose writer has a new job, with that written out: "I started at Sky" says what "I started a job at Sky" does. */
export function withJobs(sentence: string): string {
  return sentence.replace(movedFor, '$1; I got a new job ').replace(startedAt, '$1 a job ');
}
