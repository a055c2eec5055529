import { eventNouns } from '../events.ts';
import { countsHad, joinedBy, ones, pairs, possessives, type Retold, verbs } from '../language.ts';
import { pastimeNouns } from '../pastimes.ts';
import { dayWords, events } from './events.ts';
import { pastimes } from './pastimes.ts';

const counts = 'deux trois quatre cinq six sept huit neuf dix onze douze';

export const retold: Retold = {
  user: /^L['’]utilisateur (?=\S)/,
  theirs: /^(Les?|La) (\p{Ll}[\p{L}-]+(?: préférée?)?)( \p{Lu}[\p{L}-]+)? de l['’]utilisateur (?=\S)/u,
  you: 'Tu ',
  your: (article, what) => (article === 'Les' ? 'Tes' : article === 'La' && !/^[aeéiouœ]/i.test(what) ? 'Ta' : 'Ton'),
  own: () => 'Notre',
  ones: ones(`frères Le frère, sœurs La sœur, fils Le fils, filles La fille, enfants Le enfant, chats Le chat, chattes La chatte, chiens Le chien,
    oncles Le oncle, tantes La tante, cousins Le cousin, cousines La cousine, neveux Le neveu, nièces La nièce`),
  counts,
  called: "qui s['’]appelle(?:nt)?|appelée?s?|nommée?s?",
  possessives:
    possessives(`à_mon à_son au|à_l' à_ton, de_mon de_son du|de_l' de_ton, à_mes à_ses aux à_tes, de_mes de_ses des de_tes,
    mon son le|l' ton, ma sa la|l' ta, mes ses les tes, notre son le|l' ton, nos ses les tes`),
  takesOther: (noun) => /^[aeiouéèêh]/i.test(noun),
  ofUser: ({ article, what }, name = '') => `${article} ${what}${name === '' ? '' : ` ${name}`} de l'utilisateur`,
  isCalled: "s'appelle",
  nouns: new Map([
    ...eventNouns(events),
    ...pairs(`numéro phone-number, mail email, passion hobby, loisirs hobbies, vétérinaire vet, prof teacher, enfant child, médecin doctor, docteur doctor, dentiste dentist, coach coach, propriétaire landlord, mari husband, copain boyfriend, compagnon partner, père father, frère brother, fils son, oncle uncle, cousin cousin, neveu nephew,
    grand-père grandpa, patron boss, chef boss, collègue colleague, voisin neighbour, ami friend, chien dog, chat cat, femme wife, copine girlfriend,
    compagne partner, mère mother, sœur sister, soeur sister, fille daughter, tante aunt, cousine cousin, nièce niece, grand-mère grandma,
    patronne boss, cheffe boss, voisine neighbour, amie friend, chienne dog, chatte cat, enfants children, filles daughters, parents parents, chats cats, chiens dogs, loyer rent, voiture car, salaire salary, budget budget, tarif fee, comptable accountant, avocat lawyer, avocate lawyer, psy therapist, coiffeur hairdresser, coiffeuse hairdresser`),
  ]),
  pastimes: pastimeNouns(pastimes),
  verbs:
    verbs(`s'appelle = is named = t'appelles; s'appellent = are named = s'appellent; habite = lives = habites; vit = lives = vis; travaille = works = travailles; est = is = es; n'est = is = n'es; n'a = has = n'as; n'aime = likes = n'aimes;
    a = has = as; mange = eats = manges; bois = drinks = bois; boit = drinks = bois; fume = smokes = fumes; conduis = drives = conduis;
    conduit = drives = conduis; déteste = hates = détestes; préfère = prefers = préfères; parle = speaks = parles; joue = plays = joues;
    collectionne = collects = collectionnes; étudie = studies = étudies; aime = likes = aimes; apprend = learns = apprends; veut = wants = veux; vient = comes = viens;
    fait = does = fais; pratique = does = pratiques; court = runs = cours; nage = swims = nages; grimpe = climbs = grimpes; danse = dances = danses; chante = sings = chantes; peint = paints = peins; dessine = draws = dessines; tricote = knits = tricotes; coud = sews = couds; jardine = gardens = jardines; sont = are = sont`),
  complement: /^(?:chez|avec|à|au|en|pour) \S/,
  joined: joinedBy({
    and: 'et|mais',
    now: 'maintenant',
    relative: 'qui',
    pronouns: 'il|elle',
    verbs:
      "travaille|habite|vit|étudie|joue|est|a|s'appelle|parle|fume|aime|déteste|mange|boit|conduit|apprend|ne|n'(?:est|a|aime)",
  }),
  pronouns: { Le: 'il', La: 'elle' },
  denials: [
    [/ plus(?= |$)/, 'no longer'],
    [/ (?:pas|jamais)(?= |$)/, 'not'],
  ],
  words: [
    ...dayWords,
    [/^comes (?:d['’]|de la |de |du |des )(?=\p{Lu})/u, 'is from '],
    [/^(is (?:not )?)(?:veuf|veuve)(?= |$)/, '$1widowed'],
    [/^(is (?:not )?)fiancée?/, '$1engaged'],
    [/^(is (?:not )?)intolérante? (?:au |à la |à l['’]|aux )/, '$1intolerant to '],
    [/^is le (?=\+?\d[\d .-]+$)/, 'is '],
    [/^is annulée?(?= |$)/, 'is cancelled'],
    [/^is (?:le|la) (?=\p{Lu})/u, 'is '],
    [/^wants de l'assistant : /, 'wants the assistant to '],
    [/(?:^| )n(?:e |['’])/, ' '],
    [/ (?:maintenant|désormais)(?= |$)/g, ''],
    [/^(drives|is) une? (?=\p{Lu})/u, '$1 a '],
    [/^is de (?=\d)/, 'is '],
    [/^has arrêté (?:le tabac|la cigarette|les cigarettes)$/, 'stopped smoking'],
    [/^is passé de (.+) à (.+)$/, 'switched from $1 to $2'],
    [/^wants être appelée? /, 'wants to be called '],
    [/^is (?=(?:prof|médecin|infirmi|ingénieur|avocat|cuisini|boulang|étudiant))/, 'works as '],
    [/^(works as .+?) (?:chez|aux?|à la|à l['’]|à) /, '$1 at '],
    [/ (?:qui s'appelle(?:nt)?|appelée?s?|nommée?s?) /, ' named '],
    [/^has déménagé (?:à|en|aux?) /, 'moved to '],
    [/^is (?:mort|décédé)e?(?= |$)/, 'died'],
    [/^is (?:.+ )?enceinte(?: .+)?$/, 'is pregnant'],
    [/^has (?:accouché|eu une? (?:bébé|fille|fils|garçon|enfant)|eu (?:mon|ma|notre) (?:bébé|fille|fils))$/, 'gave birth'],
    [/^is née? (?!.*\d{4}).*$/, 'was born'],
    [/^is née?$/, 'was born'],
    [/^has terminé ses études$/, 'graduated'],
    [/^has démissionné$/, 'quit their job'],
    [/^has d['’]enfants?$/, 'has children'],
    [/^has d['’]animaux(?: domestiques)?$/, 'has pets'],
    [/^has de voiture$/, 'has a car'],
    [/^(is (?:not )?)mariée?/, '$1married'],
    [/^(is (?:not )?)divorcée?/, '$1divorced'],
    [/^is séparée?(?= )/, 'is separated'],
    [/^is séparée?$/, 'broke up'],
    [/^(is (?:divorced|separated)) d(?:e |['’])/, '$1 from '],
    [/^(is (?:not )?)célibataire/, '$1single'],
    [/^lives (?:à|en|au|aux|dans) /, 'lives in '],
    [/^lives (?:avec|chez) /, 'lives with '],
    [/^works aussi (?:chez|à|au|pour) /, 'also works at '],
    [/^works (?:chez|à|au|pour) /, 'works at '],
    [/^works comme /, 'works as '],
    [/^(has|does|drinks|eats|likes|plays|smokes) (?:une?|le|la|les|du|des|de la|de|aux?) /, '$1 '],
    [/^(does|drinks|eats|likes|plays) (?:de |d['’]|l['’]|à )?(?:l['’])?/, '$1 '],
    [/ allergique (?:à la |à l['’]|aux? |à )/, ' allergic to '],
    [/ enfants(?= |,|$)/, ' children'],
    [/^has chiens?(?= |,|$)/, 'has a dog'],
    [/^has chats?(?= |,|$)/, 'has a cat'],
    ...countsHad(counts),
    [/^has (\S+) ans$/, 'is $1 years old'],
  ],
  whole: [[/^(The user['’]s) (\p{Ll}+) préférée?(?= )/u, '$1 favourite $2']],
  compared: [
    [/ (?:souvent|régulièrement|beaucoup)(?= |$)/, ''],
    [/ (?:tous les|toutes les|chaque) (?=\p{L})/u, ' every '],
    [/ depuis (?=\S)/, ' since '],
    [
      /^(The user) studies (?:la |le |l['’]|les )?(?=médecine|droit|histoire|biologie|chimie|physique|psycho|économie|lettres|philo|informatique|architecture|pharma|math)/,
      '$1 is a student of ',
    ],
    [/ végétarien(?:ne)?$/, ' vegetarian'],
    [/ végane?$/, ' vegan'],
    [/ viande$/, ' meat'],
    [/ (?:à la retraite|retraitée?)$/, ' retired'],
  ],
};
