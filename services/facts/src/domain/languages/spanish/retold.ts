import { eventNouns } from '../events.ts';
import { countsHad, joinedBy, ones, pairs, possessives, type Retold, verbs } from '../language.ts';
import { pastimeNouns, retoldPastimes } from '../pastimes.ts';
import { dayWords, events } from './events.ts';
import { pastimes } from './pastimes.ts';

const counts = 'dos tres cuatro cinco seis siete ocho nueve diez once doce';

export const retold: Retold = {
  user: /^(?:El usuario|Al usuario(?: le(?= gust))?) (?=\S)/,
  theirs: /^(El|La|Los) (\p{Ll}[\p{L}-]+(?: (?:favorit|preferid)[oa])?)( \p{Lu}[\p{L}-]+)? del usuario (?=\S)/u,
  you: '',
  your: (article) => (article === 'Los' ? 'Tus' : 'Tu'),
  own: () => 'Mi',
  ones: ones(`hermanos El hermano La hermana, hermanas La hermana, hijos El hijo La hija, hijas La hija, gatos El gato La gata, gatas La gata, perros El perro La perra, perras La perra,
    tíos El tío La tía, tías La tía, primos El primo La prima, primas La prima`),
  counts,
  called: 'que se llaman?|llamad[oa]s?',
  possessives:
    possessives(`a_mi a_su al|a_la a_tu, de_mi de_su del|de_la de_tu, mi su el|la tu, mis sus los|las tus, nuestro su el tu,
    nuestra su la tu, nuestros sus los tus, nuestras sus las tus`),
  takesOther: (noun) => /(?:as?|madre|mujer)$/.test(noun),
  ofUser: ({ article, what }, name = '') => `${article} ${what}${name === '' ? '' : ` ${name}`} del usuario`,
  isCalled: 'se llama',
  nouns: new Map([
    ...eventNouns(events),
    ...pairs(`teléfono phone-number, número phone-number, móvil phone-number, celular phone-number, correo email, hobby hobby, hobbies hobbies, veterinario vet, veterinaria vet, profesor teacher, profesora teacher, bebé baby, médico doctor, médica doctor, dentista dentist, entrenador coach, entrenadora coach, casero landlord, casera landlady, marido husband, novio boyfriend, padre father, hermano brother, hijo son, abuelo grandpa, tío uncle, primo cousin, jefe boss,
    amigo friend, perro dog, gato cat, mujer wife, esposa wife, novia girlfriend, madre mother, hermana sister, hija daughter, abuela grandma,
    tía aunt, prima cousin, jefa boss, amiga friend, perra dog, gata cat, cumpleaños birthday, hijos children, hijas daughters, padres parents, gatos cats, perros dogs, hermanos brothers,
    hermanas sisters, alquiler rent, coche car, sueldo salary, salario salary, presupuesto budget, abogado lawyer, contable accountant, peluquero hairdresser`),
  ]),
  pastimes: pastimeNouns(pastimes),
  verbs: new Map([
    ...verbs(`se llama = is named = te llamas; se llaman = are named = se llaman; toca = plays = tocas; gusta = likes = te gusta; le gusta = likes = te gusta; dio = gave = diste; terminó = finished = terminaste; ha nacido = was born = has nacido; vive = lives = vives; se mudó = moved = te mudaste; se ha mudado = moved = te has mudado; está = is = estás; trabaja = works = trabajas;
    tiene = has = tienes; come = eats = comes; bebe = drinks = bebes; es = is = eres; odia = hates = odias; estudia = studies = estudias;
    juega = plays = juegas; habla = speaks = hablas; quiere = wants = quieres; fuma = smokes = fumas; conduce = drives = conduces; cambió = switched = cambiaste; murió = died = moriste; dejó = left = dejaste; nació = was born = naciste; creció = grew up = creciste; aprendió = learned = aprendiste; aprende = learns = aprendes; prefiere = prefers = prefieres;
    enseña = teaches = enseñas; hace = does = haces; practica = does = practicas; son = are = son`),
    ...retoldPastimes(pastimes),
  ]),
  complement: /^(?:con|a|en|para) \S/,
  joined: joinedBy({
    and: 'y|pero',
    now: 'ahora',
    relative: 'que',
    pronouns: 'él|ella',
    verbs:
      'trabaja|vive|estudia|toca|juega|hace|practica|nada|corre|canta|baila|es|está|tiene|habla|se llama|fuma|come|bebe|odia|conduce|no (?:trabaja|vive|es|está|tiene|fuma|come|bebe)',
  }),
  pronouns: { El: 'él', La: 'ella' },
  denials: [
    [/(?:^| )ya no(?= )/, 'no longer'],
    [/(?:^| )(?:no|nunca)(?= )/, 'not'],
  ],
  words: [
    ...dayWords,
    [/^is (?:originalmente )?de (?=\p{Lu})/u, 'is from '],
    [/^(is (?:not )?)solter[oa]/, '$1single'],
    [/^(is (?:not )?)viud[oa]/, '$1widowed'],
    [/^(is (?:not )?)comprometid[oa]/, '$1engaged'],
    [/^(is (?:not )?)intolerante (?:a la |al |a los |a )/, '$1intolerant to '],
    [/^is el (?=\+?\d)/, 'is '],
    [/^is cancelado(?= |$)/, 'is cancelled'],
    [/^wants del asistente: /, 'wants the assistant to '],
    [/ (?:ahora)(?= |$)/g, ''],
    [/^is (?=\p{L}+(?:er[oa]|ist[ao]|or|ora|óloga|ólogo)(?: |$)|médic|abogad)/u, 'works as '],
    [/^(works as .+?) en /, '$1 at '],
    [/ (?:que se llaman?|llamad[oa]s?) /, ' named '],
    [/^(drives|is) una? (?=\p{Lu})/u, '$1 a '],
    [/^is de (?=\d)/, 'is '],
    [/^switched de (.+) a (.+)$/, 'switched from $1 to $2'],
    [/^wants que le llamen /, 'wants to be called '],
    [/^is embarazada(?: .+)?$/, 'is pregnant'],
    [/^gave a luz$/, 'gave birth'],
    [/^was born (?!.*\d{4})(?!en \p{Lu}).*$/u, 'was born'],
    [/^finished la carrera$/, 'graduated'],
    [/^left el trabajo$/, 'quit their job'],
    [/^has mascotas$/, 'has pets'],
    [/^has (?:coche|carro|auto)$/, 'has a car'],
    [/^(is (?:not )?)casad[oa]/, '$1married'],
    [/^(is (?:not )?)divorciad[oa]/, '$1divorced'],
    [/^is married con /, 'is married to '],
    [/^is separad[oa]$/, 'broke up'],
    [/^is separad[oa]/, 'is separated'],
    [/^(is (?:divorced|separated)) de /, '$1 from '],
    [/^lives en /, 'lives in '],
    [/^lives con /, 'lives with '],
    [/^moved a /, 'moved to '],
    [/^works también (?:en|para|con) /, 'also works at '],
    [/^works (?:en|para|con) /, 'works at '],
    [/^works (?:como|de) /, 'works as '],
    [/^(has|does|drinks|eats|plays) (?:una?|el|la|los|las|al|a la) /, '$1 '],
    [/ alérgic[oa] (?:a l[ao]s? |al |a )/, ' allergic to '],
    [/ hijos(?= |,|$)/, ' children'],
    [/^has perr[oa]s?(?= |,|$)/, 'has a dog'],
    [/^has gat[oa]s?(?= |,|$)/, 'has a cat'],
    ...countsHad(counts),
    [/^has (\S+) años$/, 'is $1 years old'],
  ],
  whole: [[/^(The user['’]s) (\p{Ll}+) (?:favorit|preferid)[oa](?= )/u, '$1 favourite $2']],
  compared: [
    [/ (?:mucho|a menudo|regularmente)(?= |$)/, ''],
    [/ (?:todos los|todas las|cada) (?=\p{L})/u, ' every '],
    [/ desde (?=\S)/, ' since '],
    [
      /^(The user) studies (?=medicina|derecho|historia|biología|química|física|psicología|economía|filosofía|informática|arquitectura|ingeniería|enfermería|matemáticas)/,
      '$1 is a student of ',
    ],
    [/ vegetarian[oa]$/, ' vegetarian'],
    [/ vegan[oa]$/, ' vegan'],
    [/ carne$/, ' meat'],
    [/ jubilad[oa]$/, ' retired'],
  ],
};
