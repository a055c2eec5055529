import { CuedPattern } from '../../statements/cued-pattern.ts';
import { listOf } from '../../statements/word-table.ts';
import { eventRules } from '../events.ts';
import type { Stated } from '../language.ts';
import { firstPersons, pastimeRules, pursuing } from '../pastimes.ts';
import { events } from './events.ts';
import { plainlyGivenUp } from './given-up.ts';
import { pastimes, plainlyPursued } from './pastimes.ts';

/** From when on, or how often: what makes an order to the assistant one that holds. */
const lasting =
  '(?:siempre|cada vez|a partir de ahora|de ahora en adelante|desde ahora|en (?:el|lo) (?:futuro|sucesivo)|por defecto)';
const order =
  '(?:responde|respóndeme|contesta|contéstame|usa|utiliza|habla|háblame|dame|da|dime|explica|explícame|evita|llámame|pon|muestra|cita|recomiéndame|escríbeme|trátame|tutéame)';
/** What people say of themselves, by the verb alone. */
const begins =
  'tenemos|vivo|trabajo|tengo|soy|mi|toco|nací|crecí|juego|hablo|estudio|prefiero|uso|hago|practico|corro|nado(?= )|voy a|(?:(?:todos )?los|todas las|cada) \\p{L}+ (?:corro|nado|hago|practico|canto|bailo|toco|juego)|ahora (?:nado|hago|juego|vivo|trabajo|estudio)';
/** How such an order is said of the user. */
const wished = 'El usuario quiere del asistente: $1';

/** What somebody is, or is no more. */
const states =
  'de|intolerante|celíac[oa]|alérgic[oa]|vegetarian[oa]|vegan[oa]|diabétic[oa]|zurd[oa]|viud[oa]|\\p{L}+(?:er[oa]|ist[ao]|or|ora|óloga|ólogo|ic[oa])|médic[oa]|abogad[oa]|jubilad[oa]';

const theirPastimes = pursuing(pastimes);

export const stated: Stated = {
  leadIn: 'hola|buenas|perdón|por cierto|sí|ah|oye|bueno|pues|ayer|la semana pasada|el mes pasado',
  notMeant: 'qué |claro|quizás?|tal vez|ojalá|si |imagin|suppos|traduc|corrige|escrib|cómo',
  unreal: 'sería|tendría|quizás?',
  asides: 'la verdad|de verdad|es que|porque|así que|o sea|por eso|ni modo|qué|que (?:solo|sólo|siempre|va|anda|era|está)',
  noteIt: '(?:anótalo|apúntalo|recuérdalo|guárdalo|acuérdate)(?: porfa| por favor)?|para que (?:lo )?sepas',
  now: 'ahora',
  joins: 'y|pero',
  begins,
  beginsAfterComma: 'me|ahora|no(?! (?:trabaja|vive|es|está|tiene|fuma|come|bebe)(?!\\p{L}))',
  signs: listOf(String.raw`
    ${begins} | yo | mis | nuestr[oa]s? | nos | el | la | quiero | quisiera | aprendí | fumo | estoy | estamos | vivimos | di a luz | he (?:\p{L}+[ai]do|vuelto) | tuve
    me (?:gust|encant|llam|he|cambié|mudé|separé|divorcié|gradué|licencié)\p{L}* | bebo | tomo | pago | pagamos | conduzco | manejo | como | rompimos
    hemos | renuncié | dimití | vuelvo | volví | odio | detesto | ${firstPersons(pastimes)} | ya | no | afición | hobby | aprendo | enseño | doy | vengo | teléfono | correo | móvil | celular | ll[aá]mame | háblame | trátame | tus | nunca | jamás | más | ${lasting}
  `),
  couples: [
    {
      form: /^(\p{Lu}\p{L}+) y yo (?:nos divorciamos|nos hemos divorciado|estamos divorciad[oa]s)$/iu,
      as: 'El usuario está divorciado de $1',
    },
    {
      form: /^(\p{Lu}\p{L}+) y yo (?:nos separamos|nos hemos separado|estamos separad[oa]s|rompimos|hemos roto|lo dejamos|lo hemos dejado|cortamos|hemos cortado|hemos terminado|terminamos|ya no estamos juntos)(?: (?:ayer|anoche|hoy|la semana pasada|el mes pasado|hace .+))?(?:, .*)?$/iu,
      as: 'El usuario está separado de $1',
    },
    { form: /^me (?:divorcié|he divorciado) de (\p{Lu}\p{L}+)$/iu, as: 'El usuario está divorciado de $1' },
    { form: /^me (?:separé|he separado) de (\p{Lu}\p{L}+)$/iu, as: 'El usuario está separado de $1' },
  ],
  mainClause: (sentence) =>
    plainlyPursued(plainlyGivenUp(sentence))
      .replace(/(?<=\b(?:tengo|tenemos) .*\p{Lu}[\p{L}-]+), de (\d{1,2} años)(?=,|$)/iu, ', tiene $1')
      .replace(
        /^((?:mi|nuestr[oa]) \p{Ll}+(?: \p{Lu}[\p{L}-]+)?) (?:se murió|ha muerto|falleció|ha fallecido)(?= |$)/iu,
        '$1 murió',
      )
      // "Los lunes nado".
      .replace(
        /^((?:todos )?los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|días|fines de semana)|todas las \p{L}+|cada \p{L}+|entre semana|por las? (?:mañanas?|tardes?|noches?)),? (?:yo )?((?:trabajo|estudio|toco|doy|hago|practico|corro|nado|canto|bailo|pinto)(?: [^,]+)?)/iu,
        (_, when: string, what: string) => `${what} ${when.toLowerCase()}`,
      )
      .replace(/^(mi \p{Ll}+(?: \p{Lu}[\p{L}-]+)?), que ([^,]+), (.+)$/iu, '$1 $2; $1 $3')
      .replace(/^(mi \p{Ll}+(?: \p{Lu}[\p{L}-]+)?), (una? [^,]+), (.+)$/iu, '$1 es $2; $1 $3')
      .replace(
        /^((?:el|la|los|las) (?!(?:respuestas?|ideas?|opción|opciones|sugerencia|propuesta)(?!\p{L}))[\p{L} ]{2,30}) (me (?:gustan?|encantan?))(?: mucho)?$/iu,
        (_, what: string, liking: string) => `${liking} ${what.toLowerCase()}`,
      ),
  rules: [
    ...eventRules(events),
    ...pastimeRules(pastimes),
    { form: /^mi (?:afición|hobby|pasatiempo) es (.+)$/iu, as: 'El hobby del usuario es $1' },
    { form: /^mis (?:aficiones|hobbies|pasatiempos) son (.+)$/iu, as: 'Los hobbies del usuario son $1' },
    {
      form: new CuedPattern(
        new RegExp(`${lasting}|nunca|jamás|más`, 'iu'),
        `^((?:por favor,? )?(?:${order}(?!\\p{L}).*? ?${lasting}(?!\\p{L}).*|${lasting},? (?:por favor,? )?(?:no (?:me )?|${order}(?!\\p{L})).+|no (?:me )?\\p{L}+(?:es|as) (?:nunca|jamás|más)(?!\\p{L}).+|nunca me \\p{L}+(?:es|as)(?!\\p{L}).+))$`,
        'iu',
      ),
      as: wished,
    },
    {
      form: /^((?:(?:quiero|prefiero) respuestas|tus respuestas (?:deben|tienen que|deberían)|(?:háblame|trátame) de (?:tú|usted)).*)$/iu,
      as: wished,
    },
    {
      form: /^(?:no )?(?:quiero|quisiera|prefiero|me gustaría) (que (?:no )?(?:me |siempre |nunca )*\p{L}+s(?!\p{L}).*)$/iu,
      as: wished,
    },
    { form: /^(?:yo )?me llamo (\p{Lu}.*)$/iu, as: 'El usuario se llama $1' },
    {
      form: /^(?:[Yy]o )?[Ss]oy (\p{Lu}\p{Ll}+(?:ñola?|[aei]n[oa]|és|esa|ense|eñ[oa]|[ei]c[oa]|ista|[eo]ra?))$/u,
      as: 'El usuario es $1',
    },
    { form: /^(?:[Yy]o )?[Ss]oy (\p{Lu}\p{Ll}+)$/u, as: 'El usuario se llama $1' },
    { form: /^(?:yo )?nací (en .+)$/i, as: 'El usuario nació $1' },
    { form: /^(?:yo )?crecí (en .+)$/i, as: 'El usuario creció $1' },
    { form: /^(?:yo )?aprendí (a .+)$/i, as: 'El usuario aprendió $1' },
    { form: /^(?:yo )?estudio ((?!el\b|la\b|los\b|las\b|un|est[eao]|tu).+)$/i, as: 'El usuario estudia $1' },
    {
      form: /^(?:yo )?prefiero ((?!.*(?:opci|versi|primer|segund)|que\b|est[eao]|es[eao]|tu).+)$/i,
      as: 'El usuario prefiere $1',
    },
    { form: /^ya no trabajo (.+)$/i, as: 'El usuario ya no trabaja $1' },
    { form: /^ya no vivo (.+)$/i, as: 'El usuario ya no vive $1' },
    { form: /^(?:yo )?ya no fumo$/iu, as: 'El usuario ya no fuma' },
    { form: /^(?:yo )?no fumo$/iu, as: 'El usuario no fuma' },
    { form: /^mi (\p{Ll}+ (?:favorito|preferido)) (es .+)$/iu, as: 'El $1 del usuario $2' },
    { form: /^mi (\p{Ll}+ (?:favorita|preferida)) (es .+)$/iu, as: 'La $1 del usuario $2' },
    {
      form: /^(?:a mí )?no me gustan? (?!(?:mucho )?(?:que|cuando|cómo|eso|esto|tus?|sus?|est[eao]s?|es[eao]s?)\b)(?:mucho |nada )?(.+)$/iu,
      as: 'Al usuario no le gusta $1',
    },
    { form: /^(?:yo )?(?:estoy|soy) (solter[oa]|divorciad[oa]|viud[oa]|comprometid[oa])$/iu, as: 'El usuario está $1' },
    { form: /^(?:yo )?no (?:estoy|soy) (casad[oa])$/iu, as: 'El usuario no está $1' },
    { form: /^(?:yo )?(?:estoy aprendiendo|aprendo) ((?!a\b|much|eso|esto|que).+)$/iu, as: 'El usuario aprende $1' },
    { form: /^(?:yo )?vengo (de \p{Lu}.+)$/iu, as: 'El usuario es $1' },
    {
      form: /^(?:mi|nuestro) (?:nuevo )?(?:número(?: de (?:teléfono|móvil|celular))?|teléfono|móvil|celular) es (?:el )?(\+?\d[\d .-]{4,20}\d)$/iu,
      as: 'El teléfono del usuario es el $1',
    },
    {
      form: /^(?:mi|nuestro) (?:nuevo )?(?:correo(?: electrónico)?|e-?mail) es ([^\s@]+@[^\s@]+)$/iu,
      as: 'El correo del usuario es $1',
    },
    { form: /^(?:a mí )?ya no me gustan? (?!(?:que|cuando|cómo|eso|esto)\b)(.+)$/iu, as: 'Al usuario ya no le gusta $1' },
    { form: /^estoy (embarazada(?: .+)?)$/iu, as: 'El usuario está $1' },
    {
      form: /^(?:di a luz|he dado a luz|(?:tuve|he tenido) (?:un bebé|una (?:niña|hija)|un (?:niño|hijo)|a mi (?:hij[oa]|bebé)))(?: .*)?$/iu,
      as: 'El usuario dio a luz',
    },
    {
      form: /^(?:(?:ya )?(?:he terminado|terminé|he acabado|acabé) (?:la carrera|mis estudios|el máster|el grado|la universidad)|me (?:gradué|he graduado|licencié))$/iu,
      as: 'El usuario terminó la carrera',
    },
    { form: /^(?:yo )?fumo$/iu, as: 'El usuario fuma' },
    { form: /^(?:yo )?ya no (beb|com)o ((?!nada|más).+)$/iu, as: 'El usuario ya no $1e $2' },
    { form: /^(?:yo )?(?:bebo|tomo) (café|té|alcohol|vino|cerveza|leche)$/iu, as: 'El usuario bebe $1' },
    {
      form: /^(?:mi|nuestro) (?:nuevo )?(alquiler|sueldo|salario|presupuesto) (?:nuevo )?es (?:de )?(\d[\d., ]*(?:€|euros|pesos|soles|dólares))(?: al mes)?$/iu,
      as: 'El $1 del usuario es de $2',
    },
    {
      form: /^(?:yo )?(?:pago|pagamos) (\d[\d., ]*(?:€|euros|pesos|soles|dólares)) de (?:alquiler|renta|arriendo)(?: al mes)?$/iu,
      as: 'El alquiler del usuario es de $1',
    },
    {
      form: /^(?:(?:mi|nuestro) (?:nuevo )?(?:coche|carro|auto)(?: nuevo)? es|(?:tengo|tenemos) un (?:coche|carro|auto) nuevo,) (una? \p{Lu}.+)$/iu,
      as: 'El coche del usuario es $1',
    },
    { form: /^(?:[Yy]o )?(?:[Cc]onduzco|[Mm]anejo) (una? \p{Lu}[\p{L}\d-]*(?: [\p{L}\d-]+)?)$/u, as: 'El usuario conduce $1' },
    {
      form: /^(?:[Mm]e he cambiado|[Mm]e cambié|[Hh]e cambiado) de (\p{Lu}\S*(?: \p{Lu}\S*)?) a (\p{Lu}\S*(?: \p{Lu}\S*)?)$/u,
      as: 'El usuario cambió de $1 a $2',
    },
    { form: /^(?:yo )?(?:ahora )?toco ((?:el|la|en) .+)$/i, as: 'El usuario toca $1' },
    { form: /^(?:yo )?tengo ([1-9]\d)(?: años| añitos)?$/i, as: 'El usuario tiene $1 años' },
    { form: /^(?:yo )?(?:enseño|doy clases? de) (.+)$/iu, as: 'El usuario enseña $1' },
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
    { form: /^(?:yo )?(?:también trabajo|trabajo también) ((?:en|para|con) .+)$/i, as: 'El usuario trabaja también $1' },
    {
      form: /^(?:yo )?(?:tengo|tenemos) ((?:(?:un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|\d+) )(?!pregunta|problema|duda|idea|poco|minuto|hora).+?)(?: y sigo .+)?$/i,
      as: 'El usuario tiene $1',
    },
    { form: /^(?:yo )?no como (.+)$/i, as: 'El usuario no come $1' },
    { form: /^(?:yo )?(?:estoy|soy) (casad[oa](?: con \p{Lu}[\p{L}-]+)?)$/iu, as: 'El usuario está $1' },
    { form: /^(?:yo )?no bebo (.+)$/i, as: 'El usuario no bebe $1' },
    {
      form: new RegExp(`^(?:yo )?soy ((?:${states})(?: .+)?)$`, 'iu'),
      as: 'El usuario es $1',
    },
    { form: new RegExp(`^(?:yo )?ya no soy ((?!de )(?:${states})(?: .+)?)$`, 'iu'), as: 'El usuario ya no es $1' },
    { form: new RegExp(`^(?:yo )?no soy ((?!de )(?:${states})(?: .+)?)$`, 'iu'), as: 'El usuario no es $1' },
    {
      form: /^(?:(?:nos separamos|nos hemos separado|rompimos|hemos roto)|me (?:separé|he separado))$/i,
      as: 'El usuario está separado',
    },
    { form: /^(?:nos (?:divorciamos|hemos divorciado)|me (?:divorcié|he divorciado))$/i, as: 'El usuario está divorciado' },
    {
      form: /^(?:(?:he dejado|dejé) (?:mi|el) (?:trabajo|empleo)|(?:he renunciado|renuncié)(?: a (?:mi|el) (?:trabajo|empleo))?|he dimitido|dimití)$/i,
      as: 'El usuario dejó el trabajo',
    },
    { form: /^no (?:tengo|tenemos) (hijos|coche|carro|auto|mascotas)$/i, as: 'El usuario no tiene $1' },
    { form: /^(?:vuelvo|he vuelto|volví) a comer (carne|pescado)$/i, as: 'El usuario come $1' },
    { form: /^(?:yo )?(?:odio|detesto) (.+)$/i, as: 'El usuario odia $1' },
    {
      form: /^(?:a mí )?me (?:gusta|encanta)n? (?!(?:mucho )?(?:que|cuando|cómo|eso|esto|tus?|sus?|est[ea])\b)(?:mucho )?(.+)$/i,
      as: 'Al usuario le gusta $1',
    },
    { form: /^(?:yo )?hablo ((?!con\b|de\b|en\b|por\b|muy\b|mucho\b).+)$/i, as: 'El usuario habla $1' },
    { form: /^(?:(?:los|cada) \p{L}+ )?(?:yo )?juego (al? .+)$/iu, as: 'El usuario juega $1' },
    {
      form: new RegExp(
        `^(?:mi|nuestro) (?:nuevo )?(médico|dentista|veterinario|profesor|bebé|abogado|contable|peluquero|entrenador|casero|marido|novio|padre|hermano|hijo|abuelo|tío|primo|jefe|amigo|perro|gato)( \\p{Lu}[\\p{L}-]+)? ((?:es|está|se llama|se mudó|se ha mudado|vive|trabaja|tiene|estudia|toca|juega|odia|habla|come|ya no \\p{Ll}+|dejó) .+|${theirPastimes}|(?:murió|nació|ha nacido)(?: .+)?)$`,
        'iu',
      ),
      as: 'El $1$2 del usuario $3',
    },
    {
      form: new RegExp(
        `^(?:mi|nuestra) (?:nueva )?(médica|dentista|veterinaria|profesora|entrenadora|casera|mujer|esposa|novia|madre|hermana|hija|abuela|tía|prima|jefa|amiga|perra|gata)( \\p{Lu}[\\p{L}-]+)? ((?:es|está|se llama|se mudó|se ha mudado|vive|trabaja|tiene|estudia|toca|juega|odia|habla|come|ya no \\p{Ll}+|dejó) .+|${theirPastimes}|(?:murió|nació|ha nacido)(?: .+)?)$`,
        'iu',
      ),
      as: 'La $1$2 del usuario $3',
    },
    { form: /^el (cumple(?:años)?) de mi (\p{Ll}+(?: \p{Lu}[\p{L}-]+)?) es (.+)$/u, as: 'El $1 de su $2 es $3' },
  ],
};
