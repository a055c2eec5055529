import { eventNouns } from '../events.ts';
import { countsHad, joinedBy, ones, pairs, possessives, type Retold, verbs } from '../language.ts';
import { pastimeNouns } from '../pastimes.ts';
import { dayWords, events } from './events.ts';
import { pastimes } from './pastimes.ts';

const counts = 'dois|duas três quatro cinco seis sete oito nove dez onze doze';

export const retold: Retold = {
  user: /^O utilizador (?=\S)/,
  theirs: /^(Os?|A) (\p{Ll}[\p{L}-]+(?: (?:favorit|preferid)[oa])?)((?: de \p{Ll}+)?(?: \p{Lu}[\p{L}-]+)?) do utilizador (?=\S)/u,
  you: '',
  your: (article) => (article === 'A' ? 'A tua' : article === 'Os' ? 'Os teus' : 'O teu'),
  own: (article) => (article === 'A' ? 'A minha' : 'O meu'),
  ones: ones(`irmãos O irmão A irmã, irmãs A irmã, filhos O filho A filha, filhas A filha, gatos O gato A gata, gatas A gata, cães O cão A cadela, cachorros O cachorro, cadelas A cadela,
    tios O tio A tia, tias A tia, primos O primo A prima, primas A prima`),
  counts,
  called: 'que se chamam?|chamad[oa]s?|[ao]',
  possessives: possessives(`o_meu o_seu o o_teu, a_minha a_sua a a_tua, os_meus os_seus os os_teus, as_minhas as_suas as as_tuas,
    no_meu no_seu no no_teu, na_minha na_sua na na_tua, nos_meus nos_seus nos nos_teus, nas_minhas nas_suas nas nas_tuas,
    do_meu do_seu do do_teu, da_minha da_sua da da_tua, dos_meus dos_seus dos dos_teus, das_minhas das_suas das das_tuas,
    pelo_meu pelo_seu pelo pelo_teu, pela_minha pela_sua pela pela_tua, pelos_meus pelos_seus pelos pelos_teus,
    pelas_minhas pelas_suas pelas pelas_tuas, ao_meu ao_seu ao ao_teu, à_minha à_sua à à_tua, meu o_seu o o_teu,
    minha a_sua a a_tua, meus os_seus os os_teus, minhas as_suas as as_tuas`),
  takesOther: () => false,
  ofUser: ({ article, what }, name = '') => `${article} ${what}${name === '' ? '' : ` ${name}`} do utilizador`,
  isCalled: 'chama-se',
  nouns: new Map([
    ...eventNouns(events),
    ...pairs(`hobby hobby, hobbies hobbies, veterinário vet, veterinária vet, bebé baby, médico doctor, dentista dentist, treinador coach, treinadora coach, senhorio landlord, senhoria landlady, marido husband, namorado boyfriend, pai father, irmão brother, filho son, avô grandpa, tio uncle, primo cousin, chefe boss,
    amigo friend, cão dog, gato cat, cachorro dog, professor teacher, mulher wife, esposa wife, namorada girlfriend, mãe mother, irmã sister,
    filha daughter, avó grandma, tia aunt, prima cousin, amiga friend, cadela dog, gata cat, professora teacher, médica doctor, aniversário birthday, filhos children, pais parents, gatos cats, cães dogs, cachorros dogs,
    irmãos brothers, aluguer rent, carro car, advogado lawyer, contabilista accountant`),
  ]),
  pastimes: pastimeNouns(pastimes),
  verbs:
    verbs(`chama-se = is named = chamas-te; chamam-se = are named = chamam-se; toca = plays = tocas; gosta de = likes = gostas de; se chama = is named = chamas-te; mora = lives = moras; vive = lives = vives;
    mudou-se = moved = mudaste-te; se mudou = moved = mudaste-te; trabalha = works = trabalhas; tem = has = tens; come = eats = comes; bebe = drinks = bebes; é = is = és;
    está = is = estás; odeia = hates = odeias; estuda = studies = estudas; joga = plays = jogas; fala = speaks = falas; fuma = smokes = fumas; conduz = drives = conduzes; morreu = died = morreste; faleceu = died = faleceste; deixou = left = deixaste; nasceu = was born = nasceste; deu = gave = deste; terminou = finished = terminaste; cresceu = grew up = cresceste; prefere = prefers = preferes; quer = wants = queres;
    faz = does = fazes; pratica = does = praticas; corre = runs = corres; nada = swims = nadas; escala = climbs = escalas; dança = dances = danças; canta = sings = cantas; pinta = paints = pintas; desenha = draws = desenhas; costura = sews = costuras; tricota = knits = tricotas; são = are = são`),
  complement: /^(?:com|a|ao|no|na|para) \S/,
  joined: joinedBy({
    and: 'e|mas',
    now: 'agora',
    relative: 'que',
    pronouns: 'ele|ela',
    verbs:
      'trabalha|mora|vive|estuda|toca|joga|é|está|tem|fala|chama-se|se chama|fuma|come|bebe|odeia|conduz|não (?:trabalha|mora|vive|é|está|tem|fuma|come|bebe)',
  }),
  pronouns: { O: 'ele', A: 'ela' },
  denials: [
    [/(?:^| )já não(?= )/, 'no longer'],
    [/(?:^| )(?:não|nunca)(?= )/, 'not'],
  ],
  words: [
    ...dayWords,
    [/^is cancelado(?= |$)/, 'is cancelled'],
    [/^is (?:o|a) (?=Dra? \p{Lu})/u, 'is named '],
    [/^is (?:o|a) (?=\p{Lu})/u, 'is '],
    [/^(drives|is) uma? (?=\p{Lu})/u, '$1 a '],
    [/^is de (?=\d)/, 'is '],
    [/^wants do assistente: /, 'wants the assistant to '],
    [/ (?:agora)(?= |$)/g, ''],
    [/^is (?=\p{L}+(?:eir[oa]|ista|or|ora|ólog[oa])(?: |$)|médic|advogad)/u, 'works as '],
    [/^(works as .+?) (?:na|no|em|num|numa) /, '$1 at '],
    [/ (?:que se chamam?|chamad[oa]s?) /, ' named '],
    [/^is grávida(?: .+)?$/, 'is pregnant'],
    [/^gave à luz$/, 'gave birth'],
    [/^was born (?!.*\d{4})(?!(?:em|no|na) \p{Lu}).*$/u, 'was born'],
    [/^finished o curso$/, 'graduated'],
    [/^left o trabalho$/, 'quit their job'],
    [/^has animais(?: de estimação)?$/, 'has pets'],
    [/^has carro$/, 'has a car'],
    [/^(is (?:not )?)casad[oa]/, '$1married'],
    [/^(is (?:not )?)divorciad[oa]/, '$1divorced'],
    [/^is married com /, 'is married to '],
    [/^is separad[oa]$/, 'broke up'],
    [/^is separad[oa]/, 'is separated'],
    [/^(is (?:divorced|separated)) de /, '$1 from '],
    [/^(is (?:not )?)solteir[oa]/, '$1single'],
    [/^lives (?:em|no|na|nos|nas) /, 'lives in '],
    [/^lives com /, 'lives with '],
    [/^moved para (?:[oa]s? )?/, 'moved to '],
    [/^works também (?:em|num|numa|no|na|para|com) /, 'also works at '],
    [/^works (?:em|num|numa|no|na|para|com) /, 'works at '],
    [/^works como /, 'works as '],
    [/^(has|does|drinks|eats|plays) (?:uma?|[oa]s?) /, '$1 '],
    [/ alérgic[oa] (?:aos? |às? |a )/, ' allergic to '],
    [/ filhos(?= |,|$)/, ' children'],
    [/^has (?:cão|cães|cachorros?)(?= |,|$)/, 'has a dog'],
    [/^has gat[oa]s?(?= |,|$)/, 'has a cat'],
    ...countsHad(counts),
    [/^has (\S+) anos$/, 'is $1 years old'],
  ],
  whole: [[/^(The user['’]s) (\p{Ll}+) (?:favorit|preferid)[oa](?= )/u, '$1 favourite $2']],
  compared: [
    [/ (?:muito|muitas vezes|regularmente)(?= |$)/, ''],
    [/ (?:todos os|todas as|cada) (?=\p{L})/u, ' every '],
    [/ (?:desde|há) (?=\S)/, ' since '],
    [
      /^(The user) studies (?=medicina|direito|história|biologia|química|física|psicologia|economia|filosofia|informática|arquitetura|engenharia|enfermagem|matemática)/,
      '$1 is a student of ',
    ],
    [/ vegetarian[oa]$/, ' vegetarian'],
    [/ vegan[oa]$/, ' vegan'],
    [/ carne$/, ' meat'],
    [/ (?:reformad|aposentad)[oa]$/, ' retired'],
  ],
};
