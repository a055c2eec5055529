import { listOf } from '../../statements/word-table.ts';

/** Whom everybody knows and nobody is: "I'm Batman" says no name. A person whose name this is says "my name is". */
const known = listOf(`
  batman | robin hood | superman | spider-?man | iron man | ironman | wonder woman | catwoman | the hulk | hulk | wolverine | deadpool | groot | thanos | spartacus
  zorro | tarzan | darth vader | yoda | han solo | obi-wan(?: kenobi)? | chewbacca | gandalf | frodo(?: baggins)? | gollum | legolas | voldemort | lord voldemort | harry potter
  hermione(?: granger)? | dumbledore | james bond | sherlock(?: holmes)? | dracula | frankenstein | cinderella | snow white | elsa of arendelle | peter pan | shrek | homer simpson
  santa(?: claus)? | father christmas | the grinch | elvis presley | napoleon(?: bonaparte)? | jesus christ | god | satan | cleopatra | shakespeare | einstein | godzilla | pikachu | skynet
`);
const assumed = new RegExp(`^(?:${known})$`, 'i');
/** "I'm Ada lol". */
const joked = /^(?:i'm|i am) \p{Lu}\S*(?: \p{Lu}\S*){0,2}[,.!]* (?:lol|lmao|haha\p{L}*|xd|jk|;-?\))$/iu;

/** Whether a name behind "I'm" is one that only a joke gives. */
export function isAssumedName(name: string): boolean {
  return assumed.test(name);
}

/** Whether a sentence gives a name and laughs at it. */
export function isJokedName(sentence: string): boolean {
  return joked.test(sentence.trim());
}
