import { pairs, type Retold, verbs } from '../language.ts';

export const retold: Retold = {
  user: /^L['’]utilisateur (?=\S)/,
  theirs: /^(Les?|La) (\p{Ll}[\p{L}-]+)( \p{Lu}[\p{L}-]+)? de l['’]utilisateur (?=\S)/u,
  you: 'Tu ',
  your: (article, what) => (article === 'Les' ? 'Tes' : article === 'La' && !/^[aeéiouœ]/i.test(what) ? 'Ta' : 'Ton'),
  nouns:
    pairs(`médecin doctor, docteur doctor, dentiste dentist, coach coach, propriétaire landlord, mari husband, copain boyfriend, compagnon partner, père father, frère brother, fils son, oncle uncle, cousin cousin, neveu nephew,
    grand-père grandpa, patron boss, chef boss, collègue colleague, voisin neighbour, ami friend, chien dog, chat cat, femme wife, copine girlfriend,
    compagne partner, mère mother, sœur sister, soeur sister, fille daughter, tante aunt, cousine cousin, nièce niece, grand-mère grandma,
    patronne boss, cheffe boss, voisine neighbour, amie friend, chienne dog, chatte cat, enfants children, filles daughters, parents parents, chats cats, chiens dogs, loyer rent, voiture car, salaire salary, budget budget, tarif fee, comptable accountant, avocat lawyer, avocate lawyer, psy therapist, coiffeur hairdresser, coiffeuse hairdresser`),
  verbs:
    verbs(`s'appelle = is named = t'appelles; s'appellent = are named = s'appellent; habite = lives = habites; vit = lives = vis; travaille = works = travailles; est = is = es;
    a = has = as; mange = eats = manges; bois = drinks = bois; boit = drinks = bois; fume = smokes = fumes; conduis = drives = conduis;
    conduit = drives = conduis; déteste = hates = détestes; préfère = prefers = préfères; parle = speaks = parles; joue = plays = joues;
    collectionne = collects = collectionnes; étudie = studies = étudies; aime = likes = aimes; apprend = learns = apprends; veut = wants = veux`),
  denials: [
    [/ plus(?= |$)/, 'no longer'],
    [/ (?:pas|jamais)(?= |$)/, 'not'],
  ],
  words: [
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
    [/ qui s'appellent? /, ' named '],
    [/^has déménagé (?:à|en|aux?) /, 'moved to '],
    [/^(has \d+) ans$/, '$1 years old'],
    [/^has (\d+ years old)$/, 'is $1'],
    [/^(is (?:not )?)mariée?/, '$1married'],
    [/^(is (?:not )?)divorcée?/, '$1divorced'],
    [/^is séparée?(?= )/, 'is separated'],
    [/^(is (?:divorced|separated)) d(?:e |['’])/, '$1 from '],
    [/^(is (?:not )?)célibataire/, '$1single'],
    [/^lives (?:à|en|au|aux|dans) /, 'lives in '],
    [/^lives (?:avec|chez) /, 'lives with '],
    [/^works (?:chez|à|au|pour) /, 'works at '],
    [/^works comme /, 'works as '],
    [/^(has|drinks|eats|likes|plays|smokes) (?:une?|le|la|les|du|des|de la|de) /, '$1 '],
    [/^(drinks|eats|likes) (?:de |d['’]|l['’])/, '$1 '],
    [/ allergique (?:à la |à l['’]|aux? |à )/, ' allergic to '],
    [/ enfants(?= |,|$)/, ' children'],
    [/^has chiens?(?= |,|$)/, 'has a dog'],
    [/^has chats?(?= |,|$)/, 'has a cat'],
    [/^has deux /, 'has two '],
    [/^has trois /, 'has three '],
    [/^has quatre /, 'has four '],
    [/^has cinq /, 'has five '],
  ],
};
