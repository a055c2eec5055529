import { alternativeSets } from '../statements/alternatives.ts';
import { companies } from '../statements/companies.ts';
import { conceptsOf } from './concepts.ts';

/** Makes and models of cars, each in one word. */
export const carMakes = `honda|toyota|ford|volvo|volkswagen|vw|skoda|audi|bmw|mercedes|tesla|fiat|renault|peugeot|citroen|kia|hyundai|mazda|nissan|subaru|suzuki|jeep|seat|dacia|opel|vauxhall|lexus|civic|corolla|golf|passat|fiesta|focus|polo|fabia|octavia|yaris|prius|hilux|clio|twingo|duster|corsa|astra`;

/** What is of a kind that people ask for: the first of a line is the kind. */
const kinds = `
  partner: boyfriend girlfriend wife husband fiancé fiancée
  sibling: brother sister
  parent: mother father
  child: son daughter boy girl
  pet: dog cat puppy kitten tortoise turtle hamster rabbit guinea parrot budgie canary gecko lizard snake goldfish horse pony ferret
  dog: whippet kelpie beagle labrador retriever poodle dachshund spaniel terrier collie corgi husky greyhound boxer bulldog rottweiler chihuahua pug
    shepherd mastiff pointer setter maltese doberman dalmatian samoyed akita schnauzer cockapoo labradoodle mutt puppy hound sheepdog
  cat: tabby siamese persian ragdoll kitten bengal tomcat
  car: ${carMakes.replaceAll('|', ' ').replace(' polo', '').replace(' seat', '')} ute pickup truck van hatchback estate saloon suv
  boat: ketch sloop yacht dinghy catamaran trawler schooner cutter yawl kayak canoe rowboat sailboat
  instrument: guitar piano violin viola cello bass drum flute trumpet trombone saxophone clarinet oboe harp accordion banjo ukulele organ keyboard
  sport: football soccer tennis badminton squash rugby cricket hockey basketball volleyball netball swim golf judo karate
    yoga pilates gymnastics athletics archery crossfit taekwondo capoeira
  weekend: saturday sunday
  winter: december january february
  spring: march april
  summer: june july august
  autumn: september october november
`;

/** Kinds of programs, each of which has its alternatives. */
const programs: ReadonlySet<string> = new Set('editor browser shell database cloud forge ci packages'.split(' '));
const programKinds: ReadonlySet<string> = new Set([...programs].flatMap(conceptsOf));

const kindOf: ReadonlyMap<string, readonly string[]> = kindsByConcept();

function kindsByConcept(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [, kind = '', words = ''] of kinds.matchAll(/(\w+): ([^:]+?)(?=\n {2}\w+:|\s*$)/g))
    for (const concept of conceptsOf(words)) found.set(concept, [...(found.get(concept) ?? []), ...conceptsOf(kind)]);
  for (const [set, words] of alternativeSets)
    if (programs.has(set))
      for (const concept of conceptsOf(words)) found.set(concept, [...(found.get(concept) ?? []), ...conceptsOf(set)]);
  for (const [kind, names] of Object.entries(companies))
    for (const concept of names.split(/ \| |\n\s*/).flatMap(ownConcept))
      found.set(concept, [...(found.get(concept) ?? []), ...conceptsOf(kind)]);
  return found;
}

/** Of a name in one word: "Bank of America" speaks of a bank, and "America" of none. */
function ownConcept(name: string): readonly string[] {
  const concepts = conceptsOf(name);
  return concepts.length === 1 ? concepts : [];
}

/** What these concepts are kinds of: a whippet is a dog. */
export function kindsAmong(concepts: readonly string[]): readonly string[] {
  const kinds = concepts.flatMap((each) => kindOf.get(each) ?? []);
  // A whippet is a dog, and so a pet.
  return [...new Set([...kinds, ...kinds.flatMap((each) => kindOf.get(each) ?? [])])];
}

/** Whether one of these is a kind of programs: who asks for an editor is answered by no database. */
export function isProgramKind(concept: string): boolean {
  return programKinds.has(concept);
}
