const beside =
  /^(The user's (?:[\p{Ll}-]+ )*?(?:wife|husband|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|son|daughter|brother|sister|uncle|aunt|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa|friend|boss|manager|colleague|neighbou?r|roommate|teacher|doctor|dentist|dog|cat|puppy|kitten|horse)) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?) \p{Ll}/u;
const aged = /(\p{Lu}[\p{L}'’-]+) \((?:aged? )?(\d{1,2})\)/gu;

/** A statement and what it says in passing: "The user's wife Leila is a vet" names her too, "two kids, Omar (9)" says an age. */
export function withoutAsides(text: string): readonly string[] {
  const [, who, name] = beside.exec(text) ?? [];
  const names = who !== undefined && name !== undefined ? [`${who} is named ${name}`] : [];
  const ages = [...text.matchAll(aged)].map(([, whose, years]) => `${whose} is ${years} years old`);
  return [...names, text.replace(aged, '$1'), ...ages];
}
