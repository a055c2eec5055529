/** A way of saying something of oneself or one's own, and how it is said of the user. */
export interface Rule {
  readonly form: RegExp;
  /** `$1` … are the groups of `form`. */
  readonly as: string;
}

const german: readonly Rule[] = [
  { form: /^(?:ich heiße|ich heisse|mein Name ist) (\p{Lu}.*)$/iu, as: 'Der Nutzer heißt $1' },
  { form: /^[Ii]ch bin (?:der|die) (\p{Lu}[\p{L}-]+)$/u, as: 'Der Nutzer heißt $1' },
  {
    form: /^[Ii]ch bin (?!Zuhause|Unterwegs|Krank|Müde|Fertig|Weg|Da|Hier|Wach|Neu|Zurück)(\p{Lu}\p{L}+)$/u,
    as: 'Der Nutzer ist $1',
  },
  {
    form: /^(?:meine|unsere) (Kinder|Söhne|Töchter|Eltern|Katzen|Hunde|Brüder|Schwestern) (heißen|wohnen|leben) (.+)$/i,
    as: 'Die $1 des Nutzers $2 $3',
  },
  { form: /^nenn mich (?:bitte )?(\p{Lu}.*)$/iu, as: 'Der Nutzer möchte $1 genannt werden' },
  {
    form: /^(?:(?:ich|wir) (?:wohnen?|leben?)|(?:wohne|lebe)) (?:jetzt )?((?:seit \S+ |jetzt )?(?:in|bei|auf|am|mit) .+)$/i,
    as: 'Der Nutzer wohnt $1',
  },
  { form: /^(?:ich )?komme (aus \p{Lu}.+)$/iu, as: 'Der Nutzer kommt $1' },
  { form: /^(?:ich )?arbeite ((?:nicht mehr |jetzt |seit \S+ )*(?:bei|als|in|für|im|am) .+)$/i, as: 'Der Nutzer arbeitet $1' },
  { form: /^ich bin (?:jetzt )?(\d{1,2})(?: Jahre alt)?$/i, as: 'Der Nutzer ist $1 Jahre alt' },
  {
    form: /^ich bin ((?:nicht mehr |kein |keine |seit \S+ )?(?:Vegetarier(?:in)?|Veganer(?:in)?|vegan|verheiratet|geschieden|schwanger|allergisch gegen .+|gelernter? .+|\p{L}+(?:lehrer|lehrerin|arzt|ärztin|pfleger|pflegerin|ingenieur|ingenieurin|techniker|entwickler|entwicklerin|fahrer|fahrerin|meister|student|studentin|anwalt|anwältin)(?: .+)?))$/iu,
    as: 'Der Nutzer ist $1',
  },
  { form: /^(?:ich (?:habe|hab)|wir haben) ((?:(?:zwei|drei|vier|fünf|\d+|eine?n?) ).+)$/i, as: 'Der Nutzer hat $1' },
  {
    form: /^(?:ich bin|wir sind) (?:(?:übrigens|gerade|jetzt|inzwischen|vor kurzem|letzt\p{L}+ \p{L}+) )*nach (\p{Lu}.+) (?:um)?gezogen$/iu,
    as: 'Der Nutzer ist nach $1 gezogen',
  },
  { form: /^ich esse ((?:kein(?:e[nmrs]?)?|gern|am liebsten) .+|vegan|vegetarisch)$/i, as: 'Der Nutzer isst $1' },
  { form: /^von beruf bin ich (\p{Lu}.+)$/iu, as: 'Der Nutzer ist $1' },
  { form: /^ich bin (\p{Lu}\p{L}+) von beruf$/iu, as: 'Der Nutzer ist $1' },
  { form: /^[Ii]ch bin (\p{Lu}\p{L}+ (?:bei|beim|am) .+)$/u, as: 'Der Nutzer ist $1' },
  { form: /^ich bin gegen (.+) allergisch$/i, as: 'Der Nutzer ist allergisch gegen $1' },
  {
    form: /^(?:mein geburtstag ist|ich habe) (am \d{1,2}\.? \p{L}+)(?: geburtstag)?$/iu,
    as: 'Der Geburtstag des Nutzers ist $1',
  },
  { form: /^ich (?:mag|liebe) ((?!es\b|das\b|dich\b|dein|diese|wie\b|wenn\b).+)$/i, as: 'Der Nutzer mag $1' },
  { form: /^ich spreche ((?!mit\b|von\b|über\b|zu\b|für\b|gerade\b).+)$/i, as: 'Der Nutzer spricht $1' },
  { form: /^ich vertrage ((?!es\b|das\b).+)$/i, as: 'Der Nutzer verträgt $1' },
  { form: /^ich (trink|lern|spiel|studier|rauch|sammel|lieb|koch|hass)e ((?!es\b|das\b).+)$/i, as: 'Der Nutzer $1t $2' },
  {
    form: /^(?:meine|unsere) ((?:Frau|Freundin|Partnerin|Mutter|Mama|Schwester|Tochter|Oma|Tante|Cousine|Nichte|Chefin|Kollegin|Nachbarin|Katze))( \p{Lu}[\p{L}-]+)? ((?:ist|heißt|wohnt|lebt|arbeitet|hat|mag|studiert|spielt|kommt|spricht|isst) .+)$/iu,
    as: 'Die $1$2 des Nutzers $3',
  },
  {
    form: /^(?:mein|unser) ((?:Mann|Freund|Partner|Vater|Papa|Bruder|Sohn|Opa|Onkel|Cousin|Neffe|Chef|Kollege|Nachbar|Hund|Kater))( \p{Lu}[\p{L}-]+)? ((?:ist|heißt|wohnt|lebt|arbeitet|hat|mag|studiert|spielt|kommt|spricht|isst) .+)$/iu,
    as: 'Der $1$2 des Nutzers $3',
  },
];

const french: readonly Rule[] = [
  { form: /^je m'appelle (\p{Lu}.*)$/iu, as: "L'utilisateur s'appelle $1" },
  { form: /^[Mm]oi,? c'est (\p{Lu}[\p{L}-]+)$/u, as: "L'utilisateur s'appelle $1" },
  {
    form: /^j'(?:aime|adore) ((?!pas\b|quand\b|que\b|ça\b|cela\b|t(?:on|a|es)\b|votre\b|vos\b|cette?\b).+)$/i,
    as: "L'utilisateur aime $1",
  },
  { form: /^mon anniversaire (?:est|c'est) (le \d.+)$/i, as: "L'anniversaire de l'utilisateur est $1" },
  // A nationality, which people write with a capital too, is no name.
  {
    form: /^(?:[Mm]oi,? )?[Jj]e suis (\p{Lu}\p{Ll}+(?:[ao]ise?|ien(?:ne)?|aine?|ande?|ole?|que))$/u,
    as: "L'utilisateur est $1",
  },
  { form: /^(?:[Mm]oi,? )?[Jj]e suis (\p{Lu}\p{Ll}+)$/u, as: "L'utilisateur s'appelle $1" },
  { form: /^(?:on|nous) (?:a|avons) (déménagé .+)$/i, as: "L'utilisateur a $1" },
  { form: /^je ne travaille plus (.+)$/i, as: "L'utilisateur ne travaille plus $1" },
  { form: /^je bosse ((?:chez|à|aux?|dans|en|comme|pour) .+)$/i, as: "L'utilisateur travaille $1" },
  {
    form: /^(?:mes|nos) (enfants|fils|filles|parents|chats|chiens) s'appellent (.+)$/i,
    as: "Les $1 de l'utilisateur s'appellent $2",
  },
  { form: /^appelle[sz]?-moi (\p{Lu}.*)$/iu, as: "L'utilisateur veut être appelé $1" },
  { form: /^(?:moi )?j'habite (.+)$/i, as: "L'utilisateur habite $1" },
  { form: /^(?:moi )?je vis (?:maintenant )?((?:à|en|au|aux|dans|avec|chez|seule?) ?.*)$/i, as: "L'utilisateur vit $1" },
  { form: /^(?:moi )?je suis (à \p{Lu}.*)$/iu, as: "L'utilisateur est $1" },
  {
    form: /^je suis ((?:prof|professeure?|médecin|infirmi\p{L}+|ingénieure?|avocate?|cuisini\p{L}+|boulang\p{L}+|étudiante?|retraitée?|marié\p{L}*|divorcée?|végétari\p{L}+|végane?|allergique|enceinte|né\p{L}*|de|du|originaire|gauch\p{L}+|diabétique|une? \p{L}+)(?: .+)?)$/iu,
    as: "L'utilisateur est $1",
  },
  { form: /^je travaille (.+)$/i, as: "L'utilisateur travaille $1" },
  {
    form: /^(?:j'ai|nous avons|on a) ((?:une?|deux|trois|quatre|cinq|\d+) (?!question|problème|idée|souci|peu|doute).+)$/i,
    as: "L'utilisateur a $1",
  },
  { form: /^j'ai ((?:arrêté|quitté|déménagé|commencé) .+)$/i, as: "L'utilisateur a $1" },
  { form: /^je (?:ne |n')(mange|bois|fume|conduis) (pas|plus|jamais)(.*)$/i, as: "L'utilisateur ne $1 $2$3" },
  { form: /^je (déteste|préfère|parle|joue|collectionne|étudie) (.+)$/i, as: "L'utilisateur $1 $2" },
  {
    form: /^(?:mon|notre) (mari|copain|compagnon|père|frère|fils|oncle|cousin|neveu|grand-père|patron|chef|collègue|voisin|ami|chien|chat)( \p{Lu}[\p{L}-]+)? ((?:est|s'appelle|vit|habite|travaille|a|aime|déteste|joue|parle) .+)$/iu,
    as: "Le $1$2 de l'utilisateur $3",
  },
  {
    form: /^(?:ma|notre) (femme|copine|compagne|mère|sœur|soeur|fille|tante|cousine|nièce|grand-mère|patronne|cheffe|collègue|voisine|amie|chienne|chatte)( \p{Lu}[\p{L}-]+)? ((?:est|s'appelle|vit|habite|travaille|a|aime|déteste|joue|parle) .+)$/iu,
    as: "La $1$2 de l'utilisateur $3",
  },
  { form: /^(?:non,? )?c'est mon (mari|père|frère|fils|oncle|cousin|patron) qui (.+)$/i, as: "Le $1 de l'utilisateur $2" },
  { form: /^(?:non,? )?c'est ma (femme|mère|sœur|fille|tante|cousine) qui (.+)$/i, as: "La $1 de l'utilisateur $2" },
];

const spanish: readonly Rule[] = [
  { form: /^(?:yo )?me llamo (\p{Lu}.*)$/iu, as: 'El usuario se llama $1' },
  {
    form: /^(?:[Yy]o )?[Ss]oy (\p{Lu}\p{Ll}+(?:ñola?|[aei]n[oa]|és|esa|ense|eñ[oa]|[ei]c[oa]|ista|[eo]ra?))$/u,
    as: 'El usuario es $1',
  },
  { form: /^(?:[Yy]o )?[Ss]oy (\p{Lu}\p{Ll}+)$/u, as: 'El usuario se llama $1' },
  { form: /^ya no trabajo (.+)$/i, as: 'El usuario ya no trabaja $1' },
  { form: /^ya no vivo (.+)$/i, as: 'El usuario ya no vive $1' },
  { form: /^(?:yo )?toco ((?:el|la) .+)$/i, as: 'El usuario toca $1' },
  { form: /^mi cumpleaños es (.+)$/i, as: 'El cumpleaños del usuario es $1' },
  { form: /^cumplo años (el .+)$/i, as: 'El cumpleaños del usuario es $1' },
  {
    form: /^(?:mis|nuestr[oa]s) (hijos|hijas|padres|gatos|perros|hermanos|hermanas) se llaman (.+)$/i,
    as: 'Los $1 del usuario se llaman $2',
  },
  { form: /^ll[aá]mame (\p{Lu}.*)$/iu, as: 'El usuario quiere que le llamen $1' },
  { form: /^(?:yo )?(?:ahora )?vivo (?:ahora )?((?:en|con|sol[oa]) ?.*)$/i, as: 'El usuario vive $1' },
  { form: /^(?:nos hemos mudado|me he mudado|me mudé|nos mudamos)(?: a (.+))$/i, as: 'El usuario se mudó a $1' },
  { form: /^(?:ahora )?(?:vivimos|estamos|estoy) en (\p{Lu}.*)$/iu, as: 'El usuario está en $1' },
  { form: /^(?:yo )?trabajo ((?:en|como|de|para|con) .+)$/i, as: 'El usuario trabaja $1' },
  {
    form: /^(?:yo )?(?:tengo|tenemos) ((?:(?:un|una|dos|tres|cuatro|cinco|\d+) )(?!pregunta|problema|duda|idea|poco).+?)(?: y sigo .+)?$/i,
    as: 'El usuario tiene $1',
  },
  { form: /^(?:yo )?no como (.+)$/i, as: 'El usuario no come $1' },
  { form: /^(?:yo )?no bebo (.+)$/i, as: 'El usuario no bebe $1' },
  {
    form: /^(?:yo )?soy ((?:de|celíac[oa]|alérgic[oa]|vegetarian[oa]|vegan[oa]|diabétic[oa]|zurd[oa]|viud[oa]|\p{L}+(?:er[oa]|ist[ao]|or|ora|óloga|ólogo|ic[oa])|médic[oa]|abogad[oa]|jubilad[oa])(?: .+)?)$/iu,
    as: 'El usuario es $1',
  },
  { form: /^(?:yo )?(?:odio|detesto) (.+)$/i, as: 'El usuario odia $1' },
  {
    form: /^(?:a mí )?me (?:gusta|encanta)n? (?!(?:mucho )?(?:que|cuando|cómo|eso|esto|tus?|sus?|est[ea])\b)(?:mucho )?(.+)$/i,
    as: 'Al usuario le gusta $1',
  },
  { form: /^(?:yo )?hablo ((?!con\b|de\b|en\b|por\b|muy\b|mucho\b).+)$/i, as: 'El usuario habla $1' },
  { form: /^(?:(?:los|cada) \p{L}+ )?(?:yo )?juego (al? .+)$/iu, as: 'El usuario juega $1' },
  {
    form: /^(?:mi|nuestro) (marido|novio|padre|hermano|hijo|abuelo|tío|primo|jefe|amigo|perro|gato)( \p{Lu}[\p{L}-]+)? ((?:es|se llama|vive|trabaja|tiene|estudia|juega|odia|habla) .+)$/iu,
    as: 'El $1$2 del usuario $3',
  },
  {
    form: /^(?:mi|nuestra) (mujer|esposa|novia|madre|hermana|hija|abuela|tía|prima|jefa|amiga|perra|gata)( \p{Lu}[\p{L}-]+)? ((?:es|se llama|vive|trabaja|tiene|estudia|juega|odia|habla) .+)$/iu,
    as: 'La $1$2 del usuario $3',
  },
  { form: /^el (cumple(?:años)?) de mi (\p{Ll}+(?: \p{Lu}[\p{L}-]+)?) es (.+)$/u, as: 'El $1 de su $2 es $3' },
];

const portuguese: readonly Rule[] = [
  { form: /^(?:eu )?(?:chamo-me|me chamo|meu nome é|o meu nome é) (\p{Lu}.*)$/iu, as: 'O utilizador chama-se $1' },
  { form: /^(?:[Ee]u )?[Ss]ou [oa] (\p{Lu}[\p{L}-]+)$/u, as: 'O utilizador chama-se $1' },
  {
    form: /^(?:[Ee]u )?[Ss]ou (\p{Lu}\p{Ll}+(?:ês|esa|[aei]n[oa]|eir[oa]|ense|ola?|ão|ã|ista|ora?))$/u,
    as: 'O utilizador é $1',
  },
  { form: /^(?:[Ee]u )?[Ss]ou (\p{Lu}\p{Ll}+)$/u, as: 'O utilizador chama-se $1' },
  { form: /^(?:eu )?(?:já não|não) trabalho (?:mais )?(.+)$/i, as: 'O utilizador já não trabalha $1' },
  { form: /^(?:eu )?não moro mais (.+)$/i, as: 'O utilizador já não mora $1' },
  { form: /^(?:eu )?toco (.+)$/i, as: 'O utilizador toca $1' },
  { form: /^(?:o )?meu aniversário é (.+)$/i, as: 'O aniversário do utilizador é $1' },
  { form: /^(?:eu )?faço anos (.+)$/i, as: 'O aniversário do utilizador é $1' },
  {
    form: /^(?:os )?(?:meus|nossos) (filhos|pais|gatos|cães|cachorros|irmãos) (?:chamam-se|se chamam) (.+)$/i,
    as: 'Os $1 do utilizador chamam-se $2',
  },
  { form: /^(?:eu )?(?:agora )?(?:moro|vivo) (.+)$/i, as: 'O utilizador mora $1' },
  { form: /^(?:vim|mudei-me|me mudei|mudei|mudámo-nos|nos mudamos) para (.+)$/i, as: 'O utilizador mudou-se para $1' },
  { form: /^(?:eu )?já não moro (em .+)$/i, as: 'O utilizador já não mora $1' },
  { form: /^(?:eu )?trabalho ((?:em|num|numa|no|na|como|para|com) .+)$/i, as: 'O utilizador trabalha $1' },
  {
    form: /^(?:eu )?(?:tenho|temos) ((?:(?:um|uma|dois|duas|três|quatro|\d+) )(?!pergunta|problema|dúvida|ideia|pouco).+)$/i,
    as: 'O utilizador tem $1',
  },
  { form: /^(?:eu )?não (?:como) (.+)$/i, as: 'O utilizador não come $1' },
  {
    form: /^(?:eu )?sou ((?:de|celíac[oa]|alérgic[oa]|vegetarian[oa]|vegan[oa]|diabétic[oa]|canhot[oa]|viúv[oa]|\p{L}+(?:eir[oa]|ista|or|ora|ólog[oa])|médic[oa]|advogad[oa]|reformad[oa]|aposentad[oa])(?: .+)?)$/iu,
    as: 'O utilizador é $1',
  },
  { form: /^(?:eu )?(?:odeio|detesto) (.+)$/i, as: 'O utilizador odeia $1' },
  {
    form: /^(?:eu )?(?:gosto|adoro) (?!(?:muito )?(?:(?:de )?(?:que|quando|ti|você)|d?isso|d?isto|(?:d[aeo]s? )?(?:tu|su|te|se)(?:as?|us?))\b)(?:muito )?(?:d(?:e|os?|as?) )?(.+)$/i,
    as: 'O utilizador gosta de $1',
  },
  { form: /^(?:eu )?falo ((?!com\b|de\b|por\b|em\b|muito\b|a sério|sério).+)$/i, as: 'O utilizador fala $1' },
  { form: /^(?:(?:às|aos|toda|todo) \p{L}+ )?(?:eu )?jogo ((?!a\b|o\b|fora\b).+)$/iu, as: 'O utilizador joga $1' },
  {
    form: /^(?:o )?(?:meu|nosso) (marido|namorado|pai|irmão|filho|avô|tio|primo|chefe|amigo|cão|gato|cachorro|professor\p{L}*)((?: de \p{Ll}+)?(?: \p{Lu}[\p{L}-]+)?) ((?:é|chama-se|se chama|mora|vive|trabalha|tem|estuda|joga|odeia|fala) .+)$/iu,
    as: 'O $1$2 do utilizador $3',
  },
  {
    form: /^(?:a )?(?:minha|nossa) (mulher|esposa|namorada|mãe|irmã|filha|avó|tia|prima|chefe|amiga|cadela|gata|professora|médica)((?: de \p{Ll}+)?(?: \p{Lu}[\p{L}-]+)?) ((?:é|chama-se|se chama|mora|vive|trabalha|tem|estuda|joga|odeia|fala) .+)$/iu,
    as: 'A $1$2 do utilizador $3',
  },
];

/** Simple statements of four languages. */
export const rules: readonly Rule[] = [...german, ...french, ...spanish, ...portuguese];

/** What is supposed, ironic, asked, planned or a text to work on. */
export const notMeant =
  /^(?:ja,? klar|na klar|klar,|toll,|wenn|falls|angenommen|stell dir|vielleicht|evtl|eventuell|übersetz|korrigier|schreib|formulier|génial|super,|bien sûr|si |imagin|suppos|peut-être|tradui|corrige|écris|comment|qué |claro|quizás?|tal vez|ojalá|se |talvez|imagina|traduz|traduce|corrige|escrib|escreve|como se|cómo)|(?<!\p{L})(?:wäre|würde|hätte|könnte|vielleicht|evtl|serais|aurais|peut-être|sería|tendría|quizás?|seria|teria|talvez)(?!\p{L})|[?¿{}=<>]|:\s|[«“"]/iu;

/** Where a sentence goes on to another statement. */
export const join =
  /\s*;\s*|,?\s+(?:und|aber|et|mais|y|pero|e|mas)\s+(?=(?:ich|wir|nous|on|tenemos|temos|meine?|komme|wohne|arbeite|habe|je|j'|mon|ma|vivo|trabajo|tengo|soy|mi|moro|trabalho|tenho|sou|eu|meu|minha|o meu|a minha)(?:\s|(?<=')))|,\s+(?=(?:ich|wir|nous|on|tenemos|temos|meine?|komme|wohne|arbeite|nicht|moi|je|j'|mon|ma|me|vivo|trabajo|tengo|soy|mi|ahora|no|não|moro|trabalho|tenho|sou|eu|meu|minha|vim)(?:\s|(?<=')))/iu;
