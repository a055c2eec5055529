/** A verb of a statement about the user, as English has it and as it is said to the user. */
export interface ForeignVerb {
  readonly english: string;
  readonly toUser: string;
}

/** How the rules for messages say something of the user in a language. */
export interface Foreign {
  /** "Der Nutzer": the user, at the beginning. */
  readonly user: RegExp;
  /** "Die Frau Anna des Nutzers": what is the user's, with a name perhaps. */
  readonly theirs: RegExp;
  /** How the user is addressed, with a space; empty: by the verb alone. */
  readonly you: string;
  /** "Deine": by what stood before it and what it is. */
  readonly your: (article: string, what: string) => string;
  readonly nouns: ReadonlyMap<string, string>;
  readonly verbs: ReadonlyMap<string, ForeignVerb>;
  /** What denies, wherever it stands, and how English does. */
  readonly denials: readonly (readonly [RegExp, string])[];
  /** Other words that matter to what is the same, in English. */
  readonly words: readonly (readonly [RegExp, string])[];
}

const german: Foreign = {
  user: /^Der Nutzer (?=\S)/,
  theirs: /^(Die|Der) (\p{Lu}\p{L}+)( \p{Lu}[\p{L}-]+)? des Nutzers (?=\S)/u,
  you: 'Du ',
  your: (article) => (article === 'Die' ? 'Deine' : 'Dein'),
  nouns:
    pairs(`Frau wife, Freundin girlfriend, Partnerin partner, Mutter mother, Mama mother, Schwester sister, Tochter daughter, Oma grandma,
    Tante aunt, Cousine cousin, Nichte niece, Chefin boss, Kollegin colleague, Nachbarin neighbour, Katze cat, Mann husband, Freund boyfriend,
    Partner partner, Vater father, Papa father, Bruder brother, Sohn son, Opa grandpa, Onkel uncle, Cousin cousin, Neffe nephew, Chef boss,
    Kollege colleague, Nachbar neighbour, Hund dog, Kater cat, Geburtstag birthday, Kinder children, Söhne sons, Töchter daughters, Eltern parents, Katzen cats, Hunde dogs, Brüder brothers,
    Schwestern sisters`),
  verbs:
    verbs(`heißt = is named = heißt; heißen = are named = heißen; wohnen = live = wohnen; leben = live = leben; wohnt = lives = wohnst; lebt = lives = lebst; kommt = comes = kommst; arbeitet = works = arbeitest;
    ist = is = bist; hat = has = hast; verträgt = tolerates = verträgst; trinkt = drinks = trinkst; lernt = learns = lernst;
    spielt = plays = spielst; studiert = studies = studierst; raucht = smokes = rauchst; sammelt = collects = sammelst; liebt = loves = liebst;
    kocht = cooks = kochst; hasst = hates = hasst; mag = likes = magst; isst = eats = isst; spricht = speaks = sprichst;
    möchte = wants = möchtest`),
  denials: [
    [/ (?:nicht|nie|kein(?:e[nmrs]?)?(?= .* mehr$))(?= mehr\b| .* mehr$)/i, 'no longer'],
    [/ (?:nicht|niemals|nie|kein(?:e[nmrs]?)?)(?= |$)/i, 'not'],
  ],
  words: [
    [/ (?:jetzt|nun|inzwischen|mehr)(?= |$)/g, ''],
    [/ seit \S+(?= (?:in|bei|auf|am|mit|als|für|im) )/, ''],
    [/^wants (.+) genannt werden$/, 'wants to be called $1'],
    [/ Jahre alt$/, ' years old'],
    [/^(is (?:not )?)verheiratet/, '$1married'],
    [/^(is (?:not )?)geschieden/, '$1divorced'],
    [/^(is (?:not )?)ledig/, '$1single'],
    [/^lives mit /, 'lives with '],
    [/^lives (?:bei|auf|am) /, 'lives in '],
    [/^works (?:bei|für|im|am) /, 'works at '],
    [/^works als /, 'works as '],
    [/^(has|drinks|eats|likes|loves|plays) (?:eine?[nmrs]?|d(?:er|ie|as|en|em)) /, '$1 '],
    [/ allergisch gegen /, ' allergic to '],
    [/^is (?=\p{Lu}\p{L}+(?:[ ,]|$))(?!Vegetarier|Veganer)/u, 'works as '],
    [/^(works as .+?) (?:bei|beim|am) /, '$1 at '],
    [/^is nach (.+) (?:um)?gezogen$/, 'moved to $1'],
    [/ Kinder(?= |,|$)/, ' children'],
    [/^has Hund(?:e)?(?= |,|$)/, 'has a dog'],
    [/^has Katzen?(?= |,|$)/, 'has a cat'],
    [/^has zwei /, 'has two '],
    [/^has drei /, 'has three '],
    [/^has vier /, 'has four '],
    [/^has fünf /, 'has five '],
  ],
};

const french: Foreign = {
  user: /^L['’]utilisateur (?=\S)/,
  theirs: /^(Les?|La) (\p{Ll}[\p{L}-]+)( \p{Lu}[\p{L}-]+)? de l['’]utilisateur (?=\S)/u,
  you: 'Tu ',
  your: (article, what) => (article === 'Les' ? 'Tes' : article === 'La' && !/^[aeéiouœ]/i.test(what) ? 'Ta' : 'Ton'),
  nouns:
    pairs(`mari husband, copain boyfriend, compagnon partner, père father, frère brother, fils son, oncle uncle, cousin cousin, neveu nephew,
    grand-père grandpa, patron boss, chef boss, collègue colleague, voisin neighbour, ami friend, chien dog, chat cat, femme wife, copine girlfriend,
    compagne partner, mère mother, sœur sister, soeur sister, fille daughter, tante aunt, cousine cousin, nièce niece, grand-mère grandma,
    patronne boss, cheffe boss, voisine neighbour, amie friend, chienne dog, chatte cat, enfants children, filles daughters, parents parents, chats cats, chiens dogs`),
  verbs:
    verbs(`s'appelle = is named = t'appelles; s'appellent = are named = s'appellent; habite = lives = habites; vit = lives = vis; travaille = works = travailles; est = is = es;
    a = has = as; mange = eats = manges; bois = drinks = bois; boit = drinks = bois; fume = smokes = fumes; conduis = drives = conduis;
    conduit = drives = conduis; déteste = hates = détestes; préfère = prefers = préfères; parle = speaks = parles; joue = plays = joues;
    collectionne = collects = collectionnes; étudie = studies = étudies; aime = likes = aimes; veut = wants = veux`),
  denials: [
    [/ plus(?= |$)/, 'no longer'],
    [/ (?:pas|jamais)(?= |$)/, 'not'],
  ],
  words: [
    [/(?:^| )n(?:e |['’])/, ' '],
    [/ (?:maintenant|désormais)(?= |$)/g, ''],
    [/^wants être appelée? /, 'wants to be called '],
    [/^is (?=(?:prof|médecin|infirmi|ingénieur|avocat|cuisini|boulang|étudiant))/, 'works as '],
    [/^(works as .+?) (?:chez|aux?|à la|à l['’]|à) /, '$1 at '],
    [/ qui s'appellent? /, ' named '],
    [/^has déménagé (?:à|en|aux?) /, 'moved to '],
    [/^(has \d+) ans$/, '$1 years old'],
    [/^has (\d+ years old)$/, 'is $1'],
    [/^(is (?:not )?)mariée?/, '$1married'],
    [/^(is (?:not )?)divorcée?/, '$1divorced'],
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

const spanish: Foreign = {
  user: /^(?:El usuario|Al usuario le) (?=\S)/,
  theirs: /^(El|La|Los) (\p{Ll}[\p{L}-]+)( \p{Lu}[\p{L}-]+)? del usuario (?=\S)/u,
  you: '',
  your: (article) => (article === 'Los' ? 'Tus' : 'Tu'),
  nouns:
    pairs(`marido husband, novio boyfriend, padre father, hermano brother, hijo son, abuelo grandpa, tío uncle, primo cousin, jefe boss,
    amigo friend, perro dog, gato cat, mujer wife, esposa wife, novia girlfriend, madre mother, hermana sister, hija daughter, abuela grandma,
    tía aunt, prima cousin, jefa boss, amiga friend, perra dog, gata cat, cumpleaños birthday, hijos children, hijas daughters, padres parents, gatos cats, perros dogs, hermanos brothers,
    hermanas sisters`),
  verbs:
    verbs(`se llama = is named = te llamas; se llaman = are named = se llaman; toca = plays = tocas; gusta = likes = te gusta; vive = lives = vives; se mudó = moved = te mudaste; está = is = estás; trabaja = works = trabajas;
    tiene = has = tienes; come = eats = comes; bebe = drinks = bebes; es = is = eres; odia = hates = odias; estudia = studies = estudias;
    juega = plays = juegas; habla = speaks = hablas; quiere = wants = quieres`),
  denials: [
    [/(?:^| )ya no(?= )/, 'no longer'],
    [/(?:^| )(?:no|nunca)(?= )/, 'not'],
  ],
  words: [
    [/ (?:ahora)(?= |$)/g, ''],
    [/^is (?=\p{L}+(?:er[oa]|ist[ao]|or|ora|óloga|ólogo)(?: |$)|médic|abogad)/u, 'works as '],
    [/^(works as .+?) en /, '$1 at '],
    [/ que se llaman? /, ' named '],
    [/^wants que le llamen /, 'wants to be called '],
    [/^has (\d+) años$/, 'is $1 years old'],
    [/^(is (?:not )?)casad[oa]/, '$1married'],
    [/^(is (?:not )?)divorciad[oa]/, '$1divorced'],
    [/^(is (?:not )?)solter[oa]/, '$1single'],
    [/^lives en /, 'lives in '],
    [/^lives con /, 'lives with '],
    [/^moved a /, 'moved to '],
    [/^works (?:en|para|con) /, 'works at '],
    [/^works (?:como|de) /, 'works as '],
    [/^(has|drinks|eats|plays) (?:una?|el|la|los|las) /, '$1 '],
    [/ alérgic[oa] (?:a l[ao]s? |al |a )/, ' allergic to '],
    [/ hijos(?= |,|$)/, ' children'],
    [/^has perr[oa]s?(?= |,|$)/, 'has a dog'],
    [/^has gat[oa]s?(?= |,|$)/, 'has a cat'],
    [/^has dos /, 'has two '],
    [/^has tres /, 'has three '],
    [/^has cuatro /, 'has four '],
    [/^has cinco /, 'has five '],
  ],
};

const portuguese: Foreign = {
  user: /^O utilizador (?=\S)/,
  theirs: /^(Os?|A) (\p{Ll}[\p{L}-]+)((?: de \p{Ll}+)?(?: \p{Lu}[\p{L}-]+)?) do utilizador (?=\S)/u,
  you: '',
  your: (article) => (article === 'A' ? 'A tua' : article === 'Os' ? 'Os teus' : 'O teu'),
  nouns:
    pairs(`marido husband, namorado boyfriend, pai father, irmão brother, filho son, avô grandpa, tio uncle, primo cousin, chefe boss,
    amigo friend, cão dog, gato cat, cachorro dog, professor teacher, mulher wife, esposa wife, namorada girlfriend, mãe mother, irmã sister,
    filha daughter, avó grandma, tia aunt, prima cousin, amiga friend, cadela dog, gata cat, professora teacher, médica doctor, aniversário birthday, filhos children, pais parents, gatos cats, cães dogs, cachorros dogs,
    irmãos brothers`),
  verbs:
    verbs(`chama-se = is named = chamas-te; chamam-se = are named = chamam-se; toca = plays = tocas; gosta de = likes = gostas de; se chama = is named = chamas-te; mora = lives = moras; vive = lives = vives;
    mudou-se = moved = mudaste-te; trabalha = works = trabalhas; tem = has = tens; come = eats = comes; bebe = drinks = bebes; é = is = és;
    está = is = estás; odeia = hates = odeias; estuda = studies = estudas; joga = plays = jogas; fala = speaks = falas`),
  denials: [
    [/(?:^| )já não(?= )/, 'no longer'],
    [/(?:^| )(?:não|nunca)(?= )/, 'not'],
  ],
  words: [
    [/ (?:agora)(?= |$)/g, ''],
    [/^is (?=\p{L}+(?:eir[oa]|ista|or|ora|ólog[oa])(?: |$)|médic|advogad)/u, 'works as '],
    [/^(works as .+?) (?:na|no|em|num|numa) /, '$1 at '],
    [/ que se chamam? /, ' named '],
    [/^has (\d+) anos$/, 'is $1 years old'],
    [/^(is (?:not )?)casad[oa]/, '$1married'],
    [/^(is (?:not )?)divorciad[oa]/, '$1divorced'],
    [/^(is (?:not )?)solteir[oa]/, '$1single'],
    [/^lives (?:em|no|na|nos|nas) /, 'lives in '],
    [/^lives com /, 'lives with '],
    [/^moved para (?:[oa]s? )?/, 'moved to '],
    [/^works (?:em|num|numa|no|na|para|com) /, 'works at '],
    [/^works como /, 'works as '],
    [/^(has|drinks|eats|plays) (?:uma?|[oa]s?) /, '$1 '],
    [/ alérgic[oa] (?:aos? |às? |a )/, ' allergic to '],
    [/ filhos(?= |,|$)/, ' children'],
    [/^has (?:cão|cães|cachorros?)(?= |,|$)/, 'has a dog'],
    [/^has gat[oa]s?(?= |,|$)/, 'has a cat'],
    [/^has (?:dois|duas) /, 'has two '],
    [/^has três /, 'has three '],
    [/^has quatro /, 'has four '],
    [/^has cinco /, 'has five '],
  ],
};

/** The languages besides English in which rules say something of the user. */
export const foreign = { german, french, spanish, portuguese } as const;

function pairs(list: string): ReadonlyMap<string, string> {
  return new Map(
    list.split(',').map((pair) => {
      const [word = '', english = ''] = pair.trim().split(' ');
      return [word, english];
    }),
  );
}

function verbs(list: string): ReadonlyMap<string, ForeignVerb> {
  return new Map(
    list.split(';').map((line) => {
      const [verb = '', english = '', toUser = ''] = line.trim().split(' = ');
      return [verb, { english, toUser }];
    }),
  );
}
