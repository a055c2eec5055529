import { statementWords } from './statement-words.ts';

/** Words of which one at a time is right where somebody is, prefers or takes one: a line each. */
const sets = `
status: single, engaged, married, divorced, widowed, separated, in relationship
diet: vegan, vegetarian, pescatarian, pescetarian, omnivore
employment: employed, unemployed, self employed, retired, freelance, freelancer
hours: full time, part time, fulltime, parttime
shift: night shift, day shift, late shift, early shift, morning shift, evening shift
workplace: from home, in office, remotely, on site, hybrid
hand: left handed, right handed, ambidextrous
health: healthy, sick, ill, well
stage: to kindergarten, to nursery, to primary school, to secondary school, to school, to high school, to university, to college
progress: open, in progress, in review, fixed, closed, resolved, merged, rejected, reopened, done, finished, draft, published, pending, approved
timing: on time, late, early, delayed
season: spring, summer, autumn, winter
colour: red, blue, green, yellow, black, white, grey, gray, brown, orange, pink, purple, violet, beige, silver, blonde, blond
theme: dark mode, light mode, dark theme, light theme
indent: tab, space
seat: window seat, aisle seat, middle seat
drink: tea, coffee, cocoa
wine: red wine, white wine, rose
pet: cat, dog
place: sea, mountain, city, countryside, beach
contact: email, telephone, phone, letter, text message, sm, whatsapp, signal
books: paper book, e book, ebook, audiobook
milk: oat milk, soy milk, almond milk, cow milk
stay: hotel, hostel, holiday flat, campsite, camping
editor: vim, neovim, emac, vscode, vs code, sublime, intellij, pycharm, zed, helix, nano
browser: chrome, firefox, safari, edge, brave, opera, vivaldi
system: windows, linux, macos, ubuntu, debian, fedora, arch, nixo, mint
shell: bash, zsh, fish, powershell
database: mysql, postgres, postgresql, sqlite, oracle, mariadb, mongodb, cockroachdb
cloud: aw, azure, gcp, hetzner, heroku
forge: github, gitlab, bitbucket, gitea, forgejo
ci: jenkin, travi, circleci, github action, gitlab ci, buildkite
language: python, go, rust, java, kotlin, typescript, javascript, ruby, php, scala, elixir, perl
packages: npm, pnpm, yarn, bun
merging: rebase, rebasing, merge, merging, squash
phone: iphone, android
units: metric, imperial, celsiu, fahrenheit
formality: first name, last name, formal, informal
length: short answer, long answer, brief answer, detailed answer
day part: morning, afternoon, evening, night
size: small, medium, large
level: beginner, intermediate, advanced, expert, a1, a2, b1, b2, c1, c2
`;

interface Alternative {
  readonly words: readonly string[];
  readonly set: string;
}

/** Each set by its name, with its words. */
export const alternativeSets: readonly (readonly [string, string])[] = sets
  .trim()
  .split('\n')
  .map((line) => {
    const [set = '', list = ''] = line.split(': ');
    return [set, list];
  });

/** The longest first. */
const alternatives: readonly Alternative[] = alternativeSets
  .flatMap(([set, list]) => {
    return list.split(', ').map((form) => ({ words: statementWords(form), set }));
  })
  .toSorted((one, other) => other.words.length - one.words.length);

/** By their first word: most words begin none. */
const alternativesByWord: ReadonlyMap<string | undefined, readonly Alternative[]> = Map.groupBy(
  alternatives,
  ({ words }) => words[0],
);

/** The alternative that words begin with; `null`: none. */
export function alternativeAt(words: readonly string[], at: number): Alternative | null {
  const some = alternativesByWord.get(words[at]);
  return some?.find((each) => each.words.every((word, offset) => words[at + offset] === word)) ?? null;
}

/** The others of the set that words are of. */
export function alternativesTo(words: readonly string[]): readonly (readonly string[])[] {
  const own = alternativeAt(words, 0);
  if (own === null || own.words.length !== words.length) return [];
  return alternatives.filter((each) => each.set === own.set && each !== own).map((each) => each.words);
}

/** What somebody is when they are of an occupation, and of no other as a rule. */
export const occupations: ReadonlySet<string> = new Set(
  statementWords(`nurse paramedic teacher doctor lawyer engineer programmer developer designer architect carpenter plumber electrician baker butcher
  cook chef waiter waitress barista librarian journalist editor translator photographer accountant consultant manager director analyst scientist
  researcher professor lecturer student pupil trainee apprentice intern midwife pharmacist dentist vet veterinarian physiotherapist psychologist
  firefighter policeman policewoman soldier pilot driver mechanic gardener farmer hairdresser cashier salesman saleswoman salesperson secretary
  receptionist cleaner caretaker postman florist tailor actor actress dancer freelancer bookseller bartender goldsmith optician pensioner treasurer`),
);
