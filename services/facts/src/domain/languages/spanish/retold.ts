import { pairs, type Retold, verbs } from '../language.ts';

export const retold: Retold = {
  user: /^(?:El usuario|Al usuario le) (?=\S)/,
  theirs: /^(El|La|Los) (\p{Ll}[\p{L}-]+)( \p{Lu}[\p{L}-]+)? del usuario (?=\S)/u,
  you: '',
  your: (article) => (article === 'Los' ? 'Tus' : 'Tu'),
  nouns:
    pairs(`médico doctor, médica doctor, dentista dentist, entrenador coach, entrenadora coach, casero landlord, casera landlady, marido husband, novio boyfriend, padre father, hermano brother, hijo son, abuelo grandpa, tío uncle, primo cousin, jefe boss,
    amigo friend, perro dog, gato cat, mujer wife, esposa wife, novia girlfriend, madre mother, hermana sister, hija daughter, abuela grandma,
    tía aunt, prima cousin, jefa boss, amiga friend, perra dog, gata cat, cumpleaños birthday, hijos children, hijas daughters, padres parents, gatos cats, perros dogs, hermanos brothers,
    hermanas sisters, alquiler rent, coche car, sueldo salary, salario salary, presupuesto budget, abogado lawyer, contable accountant, peluquero hairdresser`),
  verbs:
    verbs(`se llama = is named = te llamas; se llaman = are named = se llaman; toca = plays = tocas; gusta = likes = te gusta; vive = lives = vives; se mudó = moved = te mudaste; se ha mudado = moved = te has mudado; está = is = estás; trabaja = works = trabajas;
    tiene = has = tienes; come = eats = comes; bebe = drinks = bebes; es = is = eres; odia = hates = odias; estudia = studies = estudias;
    juega = plays = juegas; habla = speaks = hablas; quiere = wants = quieres; fuma = smokes = fumas; conduce = drives = conduces; cambió = switched = cambiaste; nació = was born = naciste; creció = grew up = creciste; aprendió = learned = aprendiste; prefiere = prefers = prefieres`),
  denials: [
    [/(?:^| )ya no(?= )/, 'no longer'],
    [/(?:^| )(?:no|nunca)(?= )/, 'not'],
  ],
  words: [
    [/^wants del asistente: /, 'wants the assistant to '],
    [/ (?:ahora)(?= |$)/g, ''],
    [/^is (?=\p{L}+(?:er[oa]|ist[ao]|or|ora|óloga|ólogo)(?: |$)|médic|abogad)/u, 'works as '],
    [/^(works as .+?) en /, '$1 at '],
    [/ que se llaman? /, ' named '],
    [/^(drives|is) una? (?=\p{Lu})/u, '$1 a '],
    [/^is de (?=\d)/, 'is '],
    [/^switched de (.+) a (.+)$/, 'switched from $1 to $2'],
    [/^wants que le llamen /, 'wants to be called '],
    [/^has (\d+) años$/, 'is $1 years old'],
    [/^(is (?:not )?)casad[oa]/, '$1married'],
    [/^(is (?:not )?)divorciad[oa]/, '$1divorced'],
    [/^is married con /, 'is married to '],
    [/^is separad[oa]/, 'is separated'],
    [/^(is (?:divorced|separated)) de /, '$1 from '],
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
