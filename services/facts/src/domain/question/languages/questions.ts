/** A way of asking for something of oneself or one's own, and how English asks for it. */
export interface QuestionRule {
  readonly form: RegExp;
  /** `$1` … are the groups of `form`; `%1` … too, each the noun of a person or an animal in English. */
  readonly as: string;
}

/** A language in which users ask. */
export interface Asking {
  /** What stands before a question and asks nothing. */
  readonly leadIn: RegExp;
  readonly questions: readonly QuestionRule[];
  /** What is asked of the user's own: kinds of people and animals, in the plural too. */
  readonly nouns: readonly (readonly [RegExp, string])[];
  /** A request to forget, with the clause that says what. */
  readonly toForget: RegExp;
  /** What stands behind a question and asks nothing. */
  readonly tail: RegExp;
  /** What opens a question of anything else; its group is what is asked for. */
  readonly opening: RegExp;
  /** Words of such a question that only join others. */
  readonly small: RegExp;
  readonly yes: string;
  readonly no: string;
}

const german: Asking = {
  leadIn:
    /^(?:(?:hallo|hi|hey|und|also|bitte|ok|sag mal|sag mir|weißt du(?: noch)?|erinnerst du dich(?: noch)?|kannst du mir sagen)[,! ]+)+/i,
  questions: [
    {
      form: /^(?:wie ich hei(?:ß|ss)e|(?:kennst du|an) meinen namen|wie hei(?:ß|ss)e ich|(?:wie|was) ist mein name)\b.*$/i,
      as: 'What is my name?',
    },
    { form: /^wer bin ich$/i, as: 'Who am I?' },
    { form: /^(?:wo|in welche[mr] (?:stadt|ort|land)) (?:wohn|leb)e? ich\b.*$/i, as: 'Where do I live?' },
    { form: /^woher komme ich\b.*$/i, as: 'Where am I from?' },
    { form: /^(?:wo|bei wem|für wen) arbeite ich\b.*$/i, as: 'Where do I work?' },
    {
      form: /^(?:was mache ich beruflich|was bin ich von beruf|als was arbeite ich|was (?:ist|war) mein (?:beruf|job)|was arbeite ich)\b.*$/i,
      as: 'What is my job?',
    },
    { form: /^wo ich (?:wohne|lebe)$/i, as: 'Where do I live?' },
    { form: /^(?:was|welches essen|welche \p{L}+) (?:mag|liebe) ich(?: gern)?$/iu, as: 'What do I like?' },
    { form: /^welche sprachen spreche ich$/i, as: 'What languages do I speak?' },
    { form: /^(?:mag|liebe) ich (.+)$/i, as: 'Do I like $1?' },
    { form: /^wie alt bin ich\b.*$/i, as: 'How old am I?' },
    {
      form: /^(?:wann hab(?:e)? ich geburtstag|(?:wann|an welchem tag) bin ich geboren|wann ist mein geburtstag)\b.*$/i,
      as: 'When is my birthday?',
    },
    { form: /^(?:(?:wogegen|gegen was) bin ich allergisch|worauf reagiere ich allergisch)$/i, as: 'What am I allergic to?' },
    { form: /^wie (?:heißt|heisst|heißen) (?:meine?|unsere?) (\p{L}+)$/iu, as: "What is my %1's name?" },
    { form: /^wer ist (?:meine?|unsere?) (\p{L}+)$/iu, as: 'Who is my %1?' },
    { form: /^wo (?:wohnt|lebt) (?:meine?|unsere?) (\p{L}+)$/iu, as: 'Where does my %1 live?' },
    { form: /^wo arbeitet (?:meine?|unsere?) (\p{L}+)$/iu, as: 'Where does my %1 work?' },
    { form: /^wie alt ist (?:meine?|unsere?|der|die|das) (\p{L}+)$/iu, as: 'How old is my %1?' },
    { form: /^wie alt ist (\p{L}+)$/iu, as: 'How old is $1?' },
    { form: /^was macht (?:meine?|unsere?) (\p{L}+) (?:beruflich|von beruf)$/iu, as: 'What does my %1 do?' },
    { form: /^was macht (\p{L}+) (?:beruflich|von beruf)$/iu, as: 'What does $1 do?' },
    { form: /^wo (?:wohnt|lebt) (\p{L}+)$/iu, as: 'Where does $1 live?' },
    { form: /^wie viele (\p{L}+) (?:habe? ich|haben wir)$/iu, as: 'How many %1 do I have?' },
    { form: /^(?:wohne|lebe) ich (?:noch )?in (.+)$/i, as: 'Do I live in $1?' },
    { form: /^arbeite ich (?:noch )?(?:bei|für) (.+)$/i, as: 'Do I work at $1?' },
    { form: /^(?:habe? ich|haben wir) (?:noch )?(?:eine?n? )?(\p{L}+)$/iu, as: 'Do I have a %1?' },
    { form: /^esse ich (?:noch )?(.+)$/i, as: 'Do I eat $1?' },
    { form: /^trinke ich (?:noch )?(.+)$/i, as: 'Do I drink $1?' },
    { form: /^bin ich (?:noch )?verheiratet$/i, as: 'Am I married?' },
    { form: /^bin ich (?:noch )?allergisch gegen (.+)$/i, as: 'Am I allergic to $1?' },
    { form: /^bin ich (?:noch )?gegen (.+) allergisch$/i, as: 'Am I allergic to $1?' },
    { form: /^bin ich (?:noch )?(.+)$/i, as: 'Am I $1?' },
    { form: /^was weißt du (?:alles )?(?:über mich|von mir)$/i, as: 'What do you know about me?' },
    { form: /^vergiss (?:bitte )?(?:das|es)$/i, as: 'Forget that' },
    { form: /^vergiss (?:bitte )?(?:meine?n?) (\p{L}+)$/iu, as: 'Forget my %1' },
  ],
  nouns: [
    [/^kinder$/i, 'children'],
    [/^kind$/i, 'child'],
    [/^hunde?$/i, 'dog'],
    [/^katzen?$/i, 'cat'],
    [/^haustiere?$/i, 'pet'],
    [/^geschwister$/i, 'siblings'],
  ],
  toForget: /^vergiss(?: bitte)?,? (dass .+)$/i,
  tail: /(?: (?:nochmal|noch ?mal|eigentlich|denn|jetzt|gerade|wieder|bitte))+$/i,
  opening: /^(?:wo|was|wer|wie|wann|welche[rsmn]?) (.+)$/i,
  small: /(?<!\p{L})(?:ist|sind|war|meine?[mnrs]?|unsere?[mnrs]?|d(?:er|ie|as|en|em)|eine?[mnrs]?)(?!\p{L})/giu,
  yes: 'Ja',
  no: 'Nein',
};

const french: Asking = {
  leadIn:
    /^(?:(?:bonjour|salut|et|alors|ok|s'il te plaît|dis-moi|tu sais|sais-tu|tu te souviens|te souviens-tu|est-ce que)[,! ]+)+/i,
  questions: [
    {
      form: /^(?:comment (?:est-ce que )?je m'appelle|comment m'appelle-je|quel est mon (?:pré)?nom|c'est quoi mon (?:pré)?nom|je m'appelle comment|(?:de |tu connais )?mon (?:pré)?nom)$/i,
      as: 'What is my name?',
    },
    { form: /^qui suis-je$/i, as: 'Who am I?' },
    {
      form: /^(?:(?:où|dans quelle ville) (?:est-ce que )?(?:j'habite|je vis)|(?:j'habite|je vis) où)\b.*$/i,
      as: 'Where do I live?',
    },
    { form: /^d'où (?:est-ce que )?je viens$/i, as: 'Where am I from?' },
    {
      form: /^(?:(?:où|chez qui|pour qui) (?:est-ce que )?je (?:travaille|bosse)|je (?:travaille|bosse) où)\b.*$/i,
      as: 'Where do I work?',
    },
    {
      form: /^(?:(?:quel est|c'est quoi) mon (?:métier|travail|boulot|job)|qu'est-ce que je fais (?:dans la vie|comme travail))$/i,
      as: 'What is my job?',
    },
    { form: /^quel âge ai-je$|^j'ai quel âge$|^quel est mon âge$/i, as: 'How old am I?' },
    { form: /^(?:quand est mon anniversaire|quand (?:est-ce que )?je suis née?)$/i, as: 'When is my birthday?' },
    { form: /^à quoi (?:est-ce que )?(?:je suis|suis-je) allergique$/i, as: 'What am I allergic to?' },
    { form: /^comment s'appelle(?:nt)? (?:mon|ma|mes|notre|nos) ([\p{L}-]+)$/iu, as: "What is my %1's name?" },
    {
      form: /^(?:(?:il|elle) s'appelle comment (?:mon|ma|notre) ([\p{L}-]+)|(?:mon|ma|notre) ([\p{L}-]+) s'appelle comment)$/iu,
      as: "What is my %1%2's name?",
    },
    { form: /^c'est qui (?:mon|ma) ([\p{L}-]+)$/iu, as: 'Who is my %1?' },
    { form: /^(?:qu'est-ce que j'|qu')aime(?:-je)?$|^j'aime quoi$/i, as: 'What do I like?' },
    { form: /^quelles langues (?:est-ce que )?je parle$/i, as: 'What languages do I speak?' },
    { form: /^j'aime (?:bien )?(?:le |la |les |l')?(.+)$/i, as: 'Do I like $1?' },
    { form: /^j'ai combien d(?:e |')([\p{L}-]+)$/iu, as: 'How many %1 do I have?' },
    { form: /^qui est (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'Who is my %1?' },
    { form: /^où (?:habite|vit) (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'Where does my %1 live?' },
    { form: /^où travaille (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'Where does my %1 work?' },
    { form: /^quel âge a (?:mon|ma|notre) ([\p{L}-]+)$/iu, as: 'How old is my %1?' },
    { form: /^quel âge a ([\p{L}-]+)$/iu, as: 'How old is $1?' },
    { form: /^(?:que fait|qu'est-ce que fait) (?:mon|ma|notre) ([\p{L}-]+)(?: dans la vie)?$/iu, as: 'What does my %1 do?' },
    { form: /^(?:que fait|qu'est-ce que fait) ([\p{L}-]+)(?: dans la vie)?$/iu, as: 'What does $1 do?' },
    { form: /^où habite ([\p{L}-]+)$/iu, as: 'Where does $1 live?' },
    { form: /^(?:mon|ma|notre) ([\p{L}-]+) (?:habite|vit) à (.+)$/iu, as: 'Does my %1 live in $2?' },
    { form: /^combien d(?:e |')(?:')?([\p{L}-]+) (?:est-ce que )?(?:j'ai|ai-je)$/iu, as: 'How many %1 do I have?' },
    { form: /^(?:j'habite|je vis) (?:encore |toujours )?(?:à|en|au|aux|dans) (.+)$/i, as: 'Do I live in $1?' },
    { form: /^je travaille (?:encore |toujours )?(?:chez|à|pour) (.+)$/i, as: 'Do I work at $1?' },
    { form: /^(?:ai-je|j'ai|nous avons) (?:encore |toujours )?(?:une?|des) ([\p{L}-]+)$/iu, as: 'Do I have a %1?' },
    { form: /^je mange (?:encore |toujours )?(?:du |de la |de l'|des |de )?(.+)$/i, as: 'Do I eat $1?' },
    { form: /^je bois (?:encore |toujours )?(?:du |de la |de l'|des |de )?(.+)$/i, as: 'Do I drink $1?' },
    { form: /^(?:je suis|suis-je) (?:encore |toujours )?mariée?$/i, as: 'Am I married?' },
    { form: /^(?:je suis|suis-je) allergique (?:à la |à l'|aux? |à )(.+)$/i, as: 'Am I allergic to $1?' },
    { form: /^(?:je suis|suis-je) (.+)$/i, as: 'Am I $1?' },
    { form: /^(?!(?:Où|Qui|Que|Quel|Quand|Comment|Ce)\b)(\p{Lu}[\p{L}-]+) est (.+)$/u, as: 'Is $1 $2?' },
    { form: /^(?:que sais-tu|qu'est-ce que tu sais|tu sais quoi) (?:de|sur) moi$/i, as: 'What do you know about me?' },
    { form: /^oublie (?:ça|cela)$/i, as: 'Forget that' },
    { form: /^oublie le nom (?:du|de la|de l'|de mon|de ma) ?([\p{L}-]+)$/iu, as: "Forget my %1's name" },
    { form: /^oublie (?:mon|ma|mes) ([\p{L}-]+)$/iu, as: 'Forget my %1' },
  ],
  nouns: [
    [/^enfants$/i, 'children'],
    [/^enfant$/i, 'child'],
    [/^chiens?$/i, 'dog'],
    [/^chats?$/i, 'cat'],
    [/^animaux$|^animal$/i, 'pet'],
  ],
  toForget: /^oublie que (.+)$/i,
  tail: /(?: (?:déjà|maintenant|en ce moment|s'il te plaît|stp))+$/i,
  opening: /^(?:où|que|quoi|qui|quand|comment|quel(?:le)?s?) (.+)$/i,
  small: /(?<!\p{L})(?:est|sont|était|mon|ma|mes|notre|nos|le|la|les|du|des?|une?|est-ce que|[ld]')(?!\p{L})/giu,
  yes: 'Oui',
  no: 'Non',
};

const spanish: Asking = {
  leadIn: /^(?:(?:hola|oye|y|entonces|ok|por favor|dime|sabes|te acuerdas de|recuerdas)[,! ]+)+/i,
  questions: [
    { form: /^(?:mi nombre|cómo me llamo|cuál es mi nombre)$/i, as: 'What is my name?' },
    { form: /^quién soy(?: yo)?$/i, as: 'Who am I?' },
    { form: /^(?:dónde|en qué (?:ciudad|país)) vivo\b.*$/i, as: 'Where do I live?' },
    { form: /^de dónde soy$/i, as: 'Where am I from?' },
    { form: /^(?:dónde|para quién) trabajo\b.*$/i, as: 'Where do I work?' },
    { form: /^(?:a qué me dedico|cuál es mi (?:trabajo|profesión)|en qué trabajo)$/i, as: 'What is my job?' },
    { form: /^(?:cuántos años tengo|qué edad tengo)$/i, as: 'How old am I?' },
    { form: /^(?:cuándo es mi cumpleaños|cuándo nací)$/i, as: 'When is my birthday?' },
    { form: /^a qué soy alérgic[oa]$/i, as: 'What am I allergic to?' },
    { form: /^cómo se llaman? (?:mis?|nuestr[oa]s?) (\p{L}+)$/iu, as: "What is my %1's name?" },
    { form: /^(?:cuál es )?el nombre de mi (\p{L}+)$/iu, as: "What is my %1's name?" },
    { form: /^qué me gusta$/i, as: 'What do I like?' },
    { form: /^qué idiomas hablo$/i, as: 'What languages do I speak?' },
    { form: /^me gustan? (?:el |la |los |las )?(.+)$/i, as: 'Do I like $1?' },
    { form: /^quién es (?:mi|nuestr[oa]) (\p{L}+)$/iu, as: 'Who is my %1?' },
    { form: /^dónde vive (?:mi|nuestr[oa]) (\p{L}+)$/iu, as: 'Where does my %1 live?' },
    { form: /^dónde trabaja (?:mi|nuestr[oa]) (\p{L}+)$/iu, as: 'Where does my %1 work?' },
    { form: /^(?:cuántos años|qué edad) tiene (?:mi|nuestr[oa]) (\p{L}+)$/iu, as: 'How old is my %1?' },
    { form: /^(?:cuántos años|qué edad) tiene (\p{L}+)$/iu, as: 'How old is $1?' },
    { form: /^(?:en qué trabaja|a qué se dedica) (?:mi|nuestr[oa]) (\p{L}+)$/iu, as: 'What does my %1 do?' },
    { form: /^(?:en qué trabaja|a qué se dedica) (\p{L}+)$/iu, as: 'What does $1 do?' },
    { form: /^dónde vive (\p{L}+)$/iu, as: 'Where does $1 live?' },
    { form: /^vive (?:mi|nuestr[oa]) (\p{L}+) en (.+)$/iu, as: 'Does my %1 live in $2?' },
    { form: /^cuánt[oa]s (\p{L}+) tengo$/iu, as: 'How many %1 do I have?' },
    { form: /^vivo (?:todavía )?en (.+)$/i, as: 'Do I live in $1?' },
    { form: /^trabajo (?:todavía )?(?:en|para) (.+)$/i, as: 'Do I work at $1?' },
    { form: /^(?:tengo|tenemos) (?:una? )?(\p{L}+)$/iu, as: 'Do I have a %1?' },
    { form: /^como (?!(?:me|se|te|é) )(?:todavía )?(.+)$/i, as: 'Do I eat $1?' },
    { form: /^bebo (?:todavía )?(.+)$/i, as: 'Do I drink $1?' },
    { form: /^estoy casad[oa]$/i, as: 'Am I married?' },
    { form: /^soy alérgic[oa] (?:a la |al |a los |a las |a )(.+)$/i, as: 'Am I allergic to $1?' },
    { form: /^soy (.+)$/i, as: 'Am I $1?' },
    { form: /^qué sabes (?:de|sobre) mí$/i, as: 'What do you know about me?' },
    { form: /^olvida eso$|^olvídalo$/i, as: 'Forget that' },
    { form: /^olvida lo (?:del|de la|de mis?|de) (.+)$/i, as: 'Forget about $1' },
    { form: /^olvida (?:a )?mis? (\p{L}+)$/iu, as: 'Forget my %1' },
  ],
  nouns: [
    [/^hijos$/i, 'children'],
    [/^perr[oa]s?$/i, 'dog'],
    [/^gat[oa]s?$/i, 'cat'],
    [/^mascotas?$/i, 'pet'],
    [/^hermanos$/i, 'siblings'],
  ],
  toForget: /^olvida que (.+)$/i,
  tail: /(?: (?:ahora|por favor|otra vez))+$/i,
  opening: /^(?:dónde|qué|quién|cuándo|cómo|cuál(?:es)?) (.+)$/i,
  small: /(?<!\p{L})(?:es|son|está|están|era|mis?|nuestr[oa]s?|el|l[ao]s?|del?|una?)(?!\p{L})/giu,
  yes: 'Sí',
  no: 'No',
};

const portuguese: Asking = {
  leadIn:
    /^(?:(?:olá|oi|e|então|ok|por favor|diz-me|me diz|sabes|você sabe|lembras-te do|você lembra(?: d[oe])?|lembra)[,! ]+)+/i,
  questions: [
    {
      form: /^(?:como (?:é que )?(?:me chamo|eu me chamo)|qual (?:é )?(?:o )?meu nome|(?:o )?meu nome)$/i,
      as: 'What is my name?',
    },
    { form: /^quem sou(?: eu)?$/i, as: 'Who am I?' },
    { form: /^(?:onde|em que (?:cidade|país)) (?:é que |que )?(?:eu )?(?:moro|vivo)\b.*$/i, as: 'Where do I live?' },
    { form: /^de onde (?:é que )?(?:eu )?sou$/i, as: 'Where am I from?' },
    { form: /^(?:onde|para quem|em que empresa) (?:é que )?(?:eu )?trabalho\b.*$/i, as: 'Where do I work?' },
    {
      form: /^(?:qual é (?:o )?(?:meu trabalho|meu emprego)|qual (?:é )?(?:a )?minha profissão|em que (?:eu )?trabalho)$/i,
      as: 'What is my job?',
    },
    { form: /^(?:quantos anos (?:eu )?tenho|que idade (?:eu )?tenho)$/i, as: 'How old am I?' },
    { form: /^(?:quando (?:é que )?(?:faço anos|nasci)|quando é (?:o )?meu aniversário)$/i, as: 'When is my birthday?' },
    { form: /^a que (?:é que )?(?:eu )?sou alérgic[oa]$/i, as: 'What am I allergic to?' },
    { form: /^como (?:é que )?se chamam? (?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?) (\p{L}+)$/iu, as: "What is my %1's name?" },
    { form: /^qual (?:é )?o nome d[oa] (?:meu|minha) (\p{L}+)$/iu, as: "What is my %1's name?" },
    { form: /^(?:do|o) que (?:é que )?(?:eu )?gosto$/i, as: 'What do I like?' },
    { form: /^que línguas (?:eu )?falo$|^quais línguas (?:eu )?falo$/i, as: 'What languages do I speak?' },
    { form: /^(?:eu )?gosto d(?:e|o|a|os|as) (.+)$/i, as: 'Do I like $1?' },
    { form: /^quem é (?:[oa] )?(?:meu|minha|noss[oa]) (\p{L}+)$/iu, as: 'Who is my %1?' },
    { form: /^onde (?:é que )?(?:mora|vive) (?:[oa] )?(?:meu|minha|noss[oa]) (\p{L}+)$/iu, as: 'Where does my %1 live?' },
    { form: /^onde (?:é que )?trabalha (?:[oa] )?(?:meu|minha|noss[oa]) (\p{L}+)$/iu, as: 'Where does my %1 work?' },
    { form: /^(?:quantos anos|que idade) tem (?:[oa] )?(?:meu|minha|noss[oa]) (\p{L}+)$/iu, as: 'How old is my %1?' },
    { form: /^(?:quantos anos|que idade) tem (?:[oa] )?(\p{L}+)$/iu, as: 'How old is $1?' },
    { form: /^(?:em que trabalha|o que faz) (?:[oa] )?(?:meu|minha|noss[oa]) (\p{L}+)$/iu, as: 'What does my %1 do?' },
    { form: /^(?:em que trabalha|o que faz) (?:[oa] )?(\p{L}+)$/iu, as: 'What does $1 do?' },
    { form: /^onde mora (?:[oa] )?(\p{L}+)$/iu, as: 'Where does $1 live?' },
    { form: /^quant[oa]s (\p{L}+) (?:eu )?tenho$/iu, as: 'How many %1 do I have?' },
    { form: /^(?:eu )?(?:ainda )?(?:moro|vivo) (?:ainda )?(?:em|no|na) (.+)$/i, as: 'Do I live in $1?' },
    { form: /^(?:eu )?trabalho (?:ainda )?(?:em|no|na|para) (.+)$/i, as: 'Do I work at $1?' },
    { form: /^(?:eu )?(?:tenho|temos) (?:uma? )?(\p{L}+)$/iu, as: 'Do I have a %1?' },
    { form: /^(?:eu )?como (?!(?:me|se|te|é) )(?:ainda )?(.+)$/i, as: 'Do I eat $1?' },
    { form: /^(?:eu )?bebo (?:ainda )?(.+)$/i, as: 'Do I drink $1?' },
    { form: /^(?:eu )?sou casad[oa]$/i, as: 'Am I married?' },
    { form: /^(?:eu )?sou alérgic[oa] (?:a|ao|à|aos|às) (.+)$/i, as: 'Am I allergic to $1?' },
    { form: /^(?:eu )?sou (.+)$/i, as: 'Am I $1?' },
    { form: /^(?:o )?que (?:é que )?(?:sabes|você sabe) (?:de|sobre) mim$/i, as: 'What do you know about me?' },
    { form: /^esquece isso$/i, as: 'Forget that' },
    { form: /^esquece (?:[oa]|d[oa]) (?!meus?\b|minhas?\b)(.+)$/i, as: 'Forget about $1' },
    { form: /^esquece (?:[oa]s? )?(?:meus?|minhas?) (\p{L}+)$/iu, as: 'Forget my %1' },
  ],
  nouns: [
    [/^filhos$/i, 'children'],
    [/^(?:cão|cães|cachorros?)$/i, 'dog'],
    [/^gat[oa]s?$/i, 'cat'],
    [/^animal$|^animais$/i, 'pet'],
    [/^irmãos$/i, 'siblings'],
  ],
  toForget: /^esquece que (.+)$/i,
  tail: /(?: (?:agora|mesmo|por favor))+$/i,
  opening: /^(?:onde|o que|que|quem|quando|como|qual|quais) (.+)$/i,
  small: /(?<!\p{L})(?:é|são|está|estão|era|meus?|minhas?|noss[oa]s?|[oa]s?|d[oae]s?|uma?|que)(?!\p{L})/giu,
  yes: 'Sim',
  no: 'Não',
};

/** The languages besides English in which users ask, in the order of `foreign`. */
export const askings: readonly Asking[] = [german, french, spanish, portuguese];
