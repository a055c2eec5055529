import { countsHad, pairs, type Retold, verbs } from '../language.ts';

export const retold: Retold = {
  user: /^O utilizador (?=\S)/,
  theirs: /^(Os?|A) (\p{Ll}[\p{L}-]+)((?: de \p{Ll}+)?(?: \p{Lu}[\p{L}-]+)?) do utilizador (?=\S)/u,
  you: '',
  your: (article) => (article === 'A' ? 'A tua' : article === 'Os' ? 'Os teus' : 'O teu'),
  nouns:
    pairs(`médico doctor, dentista dentist, treinador coach, treinadora coach, senhorio landlord, senhoria landlady, marido husband, namorado boyfriend, pai father, irmão brother, filho son, avô grandpa, tio uncle, primo cousin, chefe boss,
    amigo friend, cão dog, gato cat, cachorro dog, professor teacher, mulher wife, esposa wife, namorada girlfriend, mãe mother, irmã sister,
    filha daughter, avó grandma, tia aunt, prima cousin, amiga friend, cadela dog, gata cat, professora teacher, médica doctor, aniversário birthday, filhos children, pais parents, gatos cats, cães dogs, cachorros dogs,
    irmãos brothers, aluguer rent, carro car, advogado lawyer, contabilista accountant`),
  verbs:
    verbs(`chama-se = is named = chamas-te; chamam-se = are named = chamam-se; toca = plays = tocas; gosta de = likes = gostas de; se chama = is named = chamas-te; mora = lives = moras; vive = lives = vives;
    mudou-se = moved = mudaste-te; se mudou = moved = mudaste-te; trabalha = works = trabalhas; tem = has = tens; come = eats = comes; bebe = drinks = bebes; é = is = és;
    está = is = estás; odeia = hates = odeias; estuda = studies = estudas; joga = plays = jogas; fala = speaks = falas; fuma = smokes = fumas; conduz = drives = conduzes; morreu = died = morreste; faleceu = died = faleceste; deixou = left = deixaste; nasceu = was born = nasceste; cresceu = grew up = cresceste; prefere = prefers = preferes; quer = wants = queres`),
  denials: [
    [/(?:^| )já não(?= )/, 'no longer'],
    [/(?:^| )(?:não|nunca)(?= )/, 'not'],
  ],
  words: [
    [/^is (?:o|a) (?=\p{Lu})/u, 'is '],
    [/^(drives|is) uma? (?=\p{Lu})/u, '$1 a '],
    [/^is de (?=\d)/, 'is '],
    [/^wants do assistente: /, 'wants the assistant to '],
    [/ (?:agora)(?= |$)/g, ''],
    [/^is (?=\p{L}+(?:eir[oa]|ista|or|ora|ólog[oa])(?: |$)|médic|advogad)/u, 'works as '],
    [/^(works as .+?) (?:na|no|em|num|numa) /, '$1 at '],
    [/ que se chamam? /, ' named '],
    [/^has (\d+) anos$/, 'is $1 years old'],
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
    [/^works (?:em|num|numa|no|na|para|com) /, 'works at '],
    [/^works como /, 'works as '],
    [/^(has|drinks|eats|plays) (?:uma?|[oa]s?) /, '$1 '],
    [/ alérgic[oa] (?:aos? |às? |a )/, ' allergic to '],
    [/ filhos(?= |,|$)/, ' children'],
    [/^has (?:cão|cães|cachorros?)(?= |,|$)/, 'has a dog'],
    [/^has gat[oa]s?(?= |,|$)/, 'has a cat'],
    ...countsHad('dois|duas três quatro cinco seis sete oito nove dez onze doze'),
  ],
  compared: [
    [/ vegetarian[oa]$/, ' vegetarian'],
    [/ vegan[oa]$/, ' vegan'],
    [/ carne$/, ' meat'],
    [/ (?:reformad|aposentad)[oa]$/, ' retired'],
  ],
};
