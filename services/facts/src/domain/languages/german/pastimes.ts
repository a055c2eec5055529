import { pairs } from '../language.ts';
import { type Pastimes, pastimeVerbs } from '../pastimes.ts';

const days = 'montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags';

export const pastimes: Pastimes = {
  nouns: pairs(
    `Yoga yoga, Pilates pilates, Judo judo, Karate karate, Taekwondo taekwondo, Leichtathletik athletics, Gymnastik gymnastics, Kraftsport weightlifting,
    Ballett ballet, Kampfsport wrestling, Crossfit crossfit, Töpfern pottery, Keramik ceramics, Fotografie photography, klettern climbing, bouldern bouldering, schwimmen swimming,
    joggen jogging, laufen running, Ski skiing, Snowboard snowboarding, Rad cycling, Tennis tennis, Fußball football, Handball handball, Volleyball volleyball, Basketball basketball, Schach chess, Klavier piano, Gitarre guitar, Geige violin, Schlagzeug drums, Flöte flute, tanzen dancing, reiten riding, wandern hiking, angeln fishing, segeln sailing, surfen surfing, rudern rowing, boxen boxing, turnen gymnastics`,
  ),
  articles: '',
  doing: pairs('mache macht, treibe treibt, gehe geht, fahre fährt'),
  alone: pastimeVerbs(
    `klettern klettere klettert kletterst climbs, joggen jogge joggt joggst jogs, bouldern bouldere bouldert boulderst boulders,
    schwimmen schwimme schwimmt schwimmst swims, reiten reite reitet reitest rides, tanzen tanze tanzt tanzt dances,
    malen male malt malst paints, wandern wandere wandert wanderst hikes, stricken stricke strickt strickst knits,
    nähen nähe näht nähst sews, singen singe singt singst sings, rudern rudere rudert ruderst rows,
    töpfern töpfere töpfert töpferst pots, zeichnen zeichne zeichnet zeichnest draws,
    gärtnern gärtnere gärtnert gärtnerst gardens`,
  ),
  i: 'ich |(?=(?:mache|gehe|treibe|fahre) )',
  user: 'Der Nutzer',
  notBefore: [],
  notBehind: 'nicht|keine?n?|mehr|nie',
  often: `gern|gerne|viel|oft|regelmäßig|meistens|manchmal|auch|wieder|leidenschaftlich|jede[nsr]? \\p{L}+|(?:ein|zwei|drei|vier)mal (?:die|pro|in der) woche|${days}|am (?:\\p{L}+tag|wochenende)|seit \\S+(?: (?:jahren?|monaten?|wochen?))?|in meiner freizeit`,
  tail: 'im (?:verein|chor|winter|sommer|studio)|in (?:einem|einer|meinem|unserem) .{2,30}|mit .{2,30}',
};

const nouns = [...pastimes.nouns.keys()];
const gone = nouns.filter((noun) => /^\p{Ll}/u.test(noun));
const verbs = pastimes.alone.map(({ infinitive }) => infinitive);
const had = '^[Ii]ch (?:habe|hab) (?:(?:endlich|jetzt|gerade) )?';
const givenUp = new RegExp(
  `${had}(?:(?:mit )?(?:dem |der |das )?(${[...nouns, ...verbs].join('|')}) (?:aufgehört|aufgegeben)|aufgehört,? zu (${verbs.join('|')}))$`,
  'iu',
);
const begun = new RegExp(
  `${had}(?:mit (?:dem |der )?(${nouns.join('|')}) (?:angefangen|begonnen)|angefangen,? zu (${verbs.join('|')}))$`,
  'iu',
);

/** "Ich habe mit Yoga aufgehört" as what is so now: "ich mache kein Yoga mehr". */
export function plainlyPursued(sentence: string): string {
  const [, noun, stopped = noun] = givenUp.exec(sentence) ?? [];
  if (stopped !== undefined) return now(stopped, ' nicht mehr');
  const [, other, started = other] = begun.exec(sentence) ?? [];
  return started === undefined ? sentence : now(started, '');
}

function now(what: string, not: string): string {
  const [word, capitalised] = [what.toLowerCase(), what.charAt(0).toUpperCase() + what.slice(1).toLowerCase()];
  const verb = pastimes.alone.find(({ infinitive }) => infinitive === word);
  if (verb !== undefined) return `ich ${verb.first}${not}`;
  if (gone.includes(word)) return `ich gehe${not} ${word}`;
  const no = /(?:tik|ik|ie)$/.test(word) ? 'keine' : 'kein';
  return not === '' ? `ich mache ${capitalised}` : `ich mache ${no} ${capitalised} mehr`;
}
