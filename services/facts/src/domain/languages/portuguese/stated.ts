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
  '(?:sempre|de cada vez|a partir de agora|daqui (?:para|em) (?:a )?(?:frente|diante)|doravante|no futuro|por defeito|por padrão)';
const order =
  '(?:responde|responda|usa|use|utiliza|fala|fale|dá-me|diz-me|explica|explique|evita|evite|chama-me|mostra|cita|escreve-me|trata-me|comenta)';
/** What people say of themselves, by the verb alone. */
const begins =
  'temos|vivo|moro|trabalho|tenho|sou|toco|nasci|cresci|jogo|falo|prefiro|uso|faço|pratico|corro|dou aulas|(?:às|aos|tod[oa]s (?:os|as)|cada) \\p{L}+ (?:corro|nado|faço|pratico|canto|danço|toco|jogo)|agora (?:faço|jogo|ando|moro|vivo|trabalho|estudo)|eu|(?:o )?meu|(?:a )?minha';
/** How such an order is said of the user. */
const wished = 'O utilizador quer do assistente: $1';

/** What somebody is, or is no more. */
const states =
  'de|intolerante|celíac[oa]|alérgic[oa]|vegetarian[oa]|vegan[oa]|diabétic[oa]|canhot[oa]|viúv[oa]|\\p{L}+(?:eir[oa]|ista|or|ora|ólog[oa])|médic[oa]|advogad[oa]|reformad[oa]|aposentad[oa]';

const theirPastimes = pursuing(pastimes);

export const stated: Stated = {
  leadIn: 'olá|oi|ah|bom|bem|aliás|não é isso|sim|ontem',
  notMeant: 'se |talvez|imagin|suppos|traduz|corrige|escreve|como se',
  unreal: 'seria|teria|talvez',
  asides:
    'a sério|porque|por isso|é que|anda sempre|ando sempre|estou super|infelizmente|apanhámo|que (?:só|sempre|anda|era|está)',
  noteIt: '(?:aponta|anota|guarda|regista)(?: aí| isso)?(?: por favor)?|para saberes',
  now: 'agora',
  joins: 'e|mas',
  begins,
  beginsAfterComma: 'agora|não(?! (?:trabalha|mora|vive|é|está|tem|fuma|come|bebe)(?!\\p{L}))|vim',
  signs: listOf(String.raw`
    ${begins} | meus? | noss[oa]s? | nos | é | está | foi | para | quero | não | fumo | estou | dei à luz | tive | terminei | acabei | concluí | estudo | bebo
    tomo | pago | pagamos | conduzo | dirijo | já | aprendo | ensino | dou | venho | ${firstPersons(pastimes)} | pedi | deixei | larguei | termin[áa]mos | voltei | voltámos | odeio | detesto | gosto | adoro | tuas | nunca
    \p{L}+-(?:me|nos) | me (?:chamo|formei|mudei|demiti|divorciei|separei) | ${lasting}
  `),
  couples: [
    {
      form: /^(?:[oa] )?(\p{Lu}\p{L}+) e eu (?:nos divorciámos|nos divorciamos|divorciámo-nos|estamos divorciad[oa]s)$/iu,
      as: 'O utilizador está divorciado de $1',
    },
    {
      form: /^(?:[oa] )?(\p{Lu}\p{L}+) e eu (?:nos separámos|nos separamos|separámo-nos|estamos separad[oa]s|já não estamos juntos)$/iu,
      as: 'O utilizador está separado de $1',
    },
    { form: /^(?:eu )?(?:divorciei-me|me divorciei) d[eao] (\p{Lu}\p{L}+)$/iu, as: 'O utilizador está divorciado de $1' },
    { form: /^(?:eu )?(?:separei-me|me separei) d[eao] (\p{Lu}\p{L}+)$/iu, as: 'O utilizador está separado de $1' },
  ],
  mainClause: (sentence) =>
    plainlyPursued(plainlyGivenUp(sentence))
      .replace(/(?<=\b(?:tenho|temos) .*\p{Lu}[\p{L}-]+), de (\d{1,2} anos)(?=,|$)/iu, ', tem $1')
      .replace(/^(tenho|temos) (?:tb|também) /i, '$1 ')
      // "Aos domingos nado".
      .replace(
        /^((?:às|aos) (?:segundas|terças|quartas|quintas|sextas|sábados|domingos)(?:-feiras)?|tod[oa]s (?:os|as) \p{L}+|cada \p{L}+|nos fins de semana|de manhã|à (?:tarde|noite)),? (?:eu )?((?:trabalho|estudo|toco|dou|faço|pratico|corro|nado|canto|danço|pinto|bebo|tomo)(?: [^,]+)?)/iu,
        (_, when: string, what: string) => `${what} ${when.toLowerCase()}`,
      )
      .replace(/^((?:o meu|a minha|meu|minha) \p{Ll}+(?: \p{Lu}[\p{L}-]+)?), que ([^,]+), (.+)$/iu, '$1 $2; $1 $3')
      .replace(/^((?:o meu|a minha|meu|minha) \p{Ll}+(?: \p{Lu}[\p{L}-]+)?), (uma? [^,]+), (.+)$/iu, '$1 é $2; $1 $3'),
  rules: [
    ...eventRules(events),
    ...pastimeRules(pastimes),
    { form: /^(?:o )?meu (?:hobby|passatempo) é (.+)$/iu, as: 'O hobby do utilizador é $1' },
    { form: /^(?:os )?meus (?:hobbies|passatempos) são (.+)$/iu, as: 'Os hobbies do utilizador são $1' },
    {
      form: new CuedPattern(
        new RegExp(`${lasting}|nunca`, 'iu'),
        `^((?:por favor,? )?(?:${order}(?!\\p{L}).*? ?${lasting}(?!\\p{L}).*|${lasting},? (?:por favor,? )?(?:(?:não|nunca) |${order}(?!\\p{L})).+|nunca (?:me )?\\p{L}+(?:es|as) .+|sempre que .+, ${order}(?!\\p{L}).+))$`,
        'iu',
      ),
      as: wished,
    },
    {
      form: /^((?:(?:quero|prefiro) respostas|(?:as )?tuas respostas (?:devem|têm de|deviam)|trata-me por (?:tu|você)).*)$/iu,
      as: wished,
    },
    {
      form: /^((?:não )?quero que (?:não |me |sempre |nunca )*\p{L}+s(?!\p{L}).*)$/iu,
      as: wished,
    },
    { form: /^(?:eu )?(?:chamo-me|me chamo|meu nome é|o meu nome é) (\p{Lu}.*)$/iu, as: 'O utilizador chama-se $1' },
    { form: /^(?:[Ee]u )?[Ss]ou [oa] (\p{Lu}[\p{L}-]+)$/u, as: 'O utilizador chama-se $1' },
    {
      form: /^(?:[Ee]u )?[Ss]ou (\p{Lu}\p{Ll}+(?:ês|esa|[aei]n[oa]|eir[oa]|ense|ola?|ão|ã|ista|ora?))$/u,
      as: 'O utilizador é $1',
    },
    { form: /^(?:[Ee]u )?[Ss]ou (\p{Lu}\p{Ll}+)$/u, as: 'O utilizador chama-se $1' },
    { form: /^(?:eu )?(?:já não|não) trabalho (?:mais )?(.+)$/i, as: 'O utilizador já não trabalha $1' },
    { form: /^(?:eu )?não moro mais (.+)$/i, as: 'O utilizador já não mora $1' },
    { form: /^(?:eu )?(?:já não fumo|não fumo mais)$/iu, as: 'O utilizador já não fuma' },
    { form: /^(?:eu )?não fumo$/iu, as: 'O utilizador não fuma' },
    { form: /^(?:o )?meu (\p{Ll}+ (?:favorito|preferido)) (é .+)$/iu, as: 'O $1 do utilizador $2' },
    { form: /^(?:a )?minha (\p{Ll}+ (?:favorita|preferida)) (é .+)$/iu, as: 'A $1 do utilizador $2' },
    {
      form: /^(?:eu )?não gosto (?:muito |nada )?d(?:e|os?|as?) (?!(?:que|quando|ti|você)\b)(.+)$/iu,
      as: 'O utilizador não gosta de $1',
    },
    { form: /^(?:eu )?(?:sou|estou) (solteir[oa]|divorciad[oa]|viúv[oa]|noiv[oa])$/iu, as: 'O utilizador é $1' },
    { form: /^(?:eu )?não (?:sou|estou) (casad[oa])$/iu, as: 'O utilizador não é $1' },
    {
      form: /^(?:eu )?(?:estou a aprender|estou aprendendo|aprendo) ((?!a\b|muit|isso|isto|que).+)$/iu,
      as: 'O utilizador aprende $1',
    },
    { form: /^(?:[Ee]u )?(?:[Ss]ou|[Vv]enho) (d(?:e|o|a|os|as) \p{Lu}.+)$/u, as: 'O utilizador é $1' },
    {
      form: /^(?:o )?(?:meu|nosso) (?:novo )?(?:número(?: de (?:telefone|telemóvel|celular))?|telefone|telemóvel|celular) é (?:o )?(\+?\d[\d .-]{4,20}\d)$/iu,
      as: 'O telefone do utilizador é o $1',
    },
    { form: /^(?:o )?(?:meu|nosso) (?:novo )?e-?mail é ([^\s@]+@[^\s@]+)$/iu, as: 'O email do utilizador é $1' },
    { form: /^(?:eu )?(?:já não gosto|não gosto mais) d(?:e|os?|as?) (.+)$/iu, as: 'O utilizador já não gosta de $1' },
    { form: /^(?:eu )?estou (grávida(?: .+)?)$/iu, as: 'O utilizador está $1' },
    {
      form: /^(?:eu )?(?:dei à luz|tive (?:um bebé|um bebê|uma (?:menina|filha)|um (?:menino|filho)|(?:o )?meu (?:filho|bebé)|(?:a )?minha filha))(?: .*)?$/iu,
      as: 'O utilizador deu à luz',
    },
    {
      form: /^(?:(?:eu )?(?:já )?(?:terminei|acabei|concluí) (?:o curso|a licenciatura|o mestrado|os estudos|a faculdade)|(?:eu )?(?:formei-me|me formei|licenciei-me))$/iu,
      as: 'O utilizador terminou o curso',
    },
    { form: /^(?:eu )?estudo ((?!o\b|a\b|os\b|as\b|est[ea]|ess[ea]|um).+)$/iu, as: 'O utilizador estuda $1' },
    { form: /^(?:eu )?fumo$/iu, as: 'O utilizador fuma' },
    { form: /^(?:eu )?já não (beb|com)o ((?!nada|mais).+)$/iu, as: 'O utilizador já não $1e $2' },
    { form: /^(?:eu )?não (beb|com)o mais (.+)$/iu, as: 'O utilizador já não $1e $2' },
    { form: /^(?:eu )?não (beb|com)o (.+) mais$/iu, as: 'O utilizador já não $1e $2' },
    { form: /^(?:eu )?(?:bebo|tomo) (café|chá|álcool|vinho|cerveja|leite)$/iu, as: 'O utilizador bebe $1' },
    {
      form: /^(?:[oa] )?(?:meu|minha|nosso|nossa) (?:nov[oa] )?(?:aluguel|aluguer|renda) é(?: de)? (\d[\d., ]*(?:€|euros|reais))(?: por mês)?$/iu,
      as: 'O aluguer do utilizador é de $1',
    },
    {
      form: /^(?:eu )?(?:pago|pagamos) (\d[\d., ]*(?:€|euros|reais)) de (?:aluguel|aluguer|renda)(?: por mês)?$/iu,
      as: 'O aluguer do utilizador é de $1',
    },
    {
      form: /^(?:(?:o )?(?:meu|nosso) (?:novo )?carro(?: novo)? é|(?:tenho|temos) um carro novo,) (uma? \p{Lu}.+)$/iu,
      as: 'O carro do utilizador é $1',
    },
    { form: /^(?:[Ee]u )?(?:[Cc]onduzo|[Dd]irijo) (uma? \p{Lu}[\p{L}\d-]*(?: [\p{L}\d-]+)?)$/u, as: 'O utilizador conduz $1' },
    { form: /^(?:eu )?toco ((?!(?:el|la|las|los|en|un|una) ).+)$/i, as: 'O utilizador toca $1' },
    { form: /^(?:eu )?(?:ensino|dou aulas? de) (.+)$/iu, as: 'O utilizador ensina $1' },
    { form: /^(?:o )?meu aniversário é (.+)$/i, as: 'O aniversário do utilizador é $1' },
    { form: /^(?:eu )?faço anos (.+)$/i, as: 'O aniversário do utilizador é $1' },
    {
      form: /^(?:os )?(?:meus|nossos) (filhos|pais|gatos|cães|cachorros|irmãos) (?:chamam-se|se chamam) (.+)$/i,
      as: 'Os $1 do utilizador chamam-se $2',
    },
    { form: /^(?:eu )?(?:agora )?(?:moro|vivo) ((?!a (?!\d|pouc)).+)$/i, as: 'O utilizador mora $1' },
    { form: /^(?:vim|mudei-me|me mudei|mudei|mudámo-nos|nos mudamos) para (.+)$/i, as: 'O utilizador mudou-se para $1' },
    { form: /^(?:eu )?já não moro (em .+)$/i, as: 'O utilizador já não mora $1' },
    { form: /^(?:eu )?trabalho ((?:em|num|numa|no|na|como|para|com) .+)$/i, as: 'O utilizador trabalha $1' },
    {
      form: /^(?:eu )?(?:também trabalho|trabalho também) ((?:em|num|numa|no|na|para|com) .+)$/i,
      as: 'O utilizador trabalha também $1',
    },
    {
      form: /^(?:eu )?(?:tenho|temos) ((?:(?:um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|\d+) )(?!pergunta|problema|dúvida|ideia|pouco|minuto|hora).+)$/i,
      as: 'O utilizador tem $1',
    },
    { form: /^(?:eu )?nasci ((?:em|no|na|nos|nas) .+)$/i, as: 'O utilizador nasceu $1' },
    { form: /^(?:eu )?cresci ((?:em|no|na|nos|nas) .+)$/i, as: 'O utilizador cresceu $1' },
    { form: /^(?:eu )?(?:sou|estou) (casad[oa](?: com \p{Lu}[\p{L}-]+)?)$/iu, as: 'O utilizador é $1' },
    { form: /^(?:eu )?não bebo (.+)$/i, as: 'O utilizador não bebe $1' },
    {
      form: /^(?:eu )?prefiro ((?!.*(?:opç|vers|primeir|segund)|que\b|est[ea]|ess[ea]|isso|isto).+)$/i,
      as: 'O utilizador prefere $1',
    },
    { form: /^(?:eu )?não (?:como) (.+)$/i, as: 'O utilizador não come $1' },
    {
      form: new RegExp(`^(?:eu )?sou ((?:${states})(?: .+)?)$`, 'iu'),
      as: 'O utilizador é $1',
    },
    { form: new RegExp(`^(?:eu )?já não sou ((?!de )(?:${states})(?: .+)?)$`, 'iu'), as: 'O utilizador já não é $1' },
    { form: new RegExp(`^(?:eu )?não sou ((?!de )(?:${states})(?: .+)?)$`, 'iu'), as: 'O utilizador não é $1' },
    { form: /^(?:separ[áa]mo-nos|nos separamos|termin[áa]mos o namoro)$/i, as: 'O utilizador está separado' },
    { form: /^(?:divorci[áa]mo-nos|nos divorciamos|divorciei-me|me divorciei)$/i, as: 'O utilizador é divorciado' },
    {
      form: /^(?:despedi-me|demiti-me|me demiti|pedi demissão|(?:deixei|larguei) (?:o )?(?:meu )?(?:trabalho|emprego))$/i,
      as: 'O utilizador deixou o trabalho',
    },
    { form: /^não (?:tenho|temos) (filhos|carro|animais(?: de estimação)?)$/i, as: 'O utilizador não tem $1' },
    { form: /^(?:voltei|voltámos) a comer (carne|peixe)$/i, as: 'O utilizador come $1' },
    { form: /^(?:eu )?(?:odeio|detesto) (.+)$/i, as: 'O utilizador odeia $1' },
    {
      form: /^(?:eu )?(?:gosto|adoro) (?!(?:el|la|las|los|lo|le|un|uno|il) )(?!(?:muito )?(?:(?:de )?(?:que|quando|ti|você)|d?isso|d?isto|(?:d[aeo]s? )?(?:tu|su|te|se)(?:as?|us?))\b)(?:muito )?(?:d(?:e|os?|as?) )?(.+)$/i,
      as: 'O utilizador gosta de $1',
    },
    { form: /^(?:eu )?falo ((?!com\b|de\b|por\b|em\b|muito\b|a sério|sério).+)$/i, as: 'O utilizador fala $1' },
    { form: /^(?:(?:às|aos|toda|todo) \p{L}+ )?(?:eu )?jogo ((?!a\b|o\b|fora\b).+)$/iu, as: 'O utilizador joga $1' },
    {
      form: new RegExp(
        `^(?:o )?(?:meu|nosso) (?:novo )?(médico|dentista|veterinário|bebé|advogado|contabilista|treinador|senhorio|marido|namorado|pai|irmão|filho|avô|tio|primo|chefe|amigo|cão|gato|cachorro|professor\\p{L}*)((?: de \\p{Ll}+)?(?: \\p{Lu}[\\p{L}-]+)?) ((?:é|chama-se|se chama|mudou-se|se mudou|mora|vive|trabalha|tem|está|estuda|toca|joga|odeia|fala|come|já não \\p{Ll}+|deixou) .+|${theirPastimes}|(?:morreu|faleceu|nasceu)(?: .+)?)$`,
        'iu',
      ),
      as: 'O $1$2 do utilizador $3',
    },
    {
      form: new RegExp(
        `^(?:a )?(?:minha|nossa) (?:nova )?(dentista|treinadora|senhoria|mulher|esposa|namorada|mãe|irmã|filha|avó|tia|prima|chefe|amiga|cadela|gata|professora|médica)((?: de \\p{Ll}+)?(?: \\p{Lu}[\\p{L}-]+)?) ((?:é|chama-se|se chama|mudou-se|se mudou|mora|vive|trabalha|tem|está|estuda|toca|joga|odeia|fala|come|já não \\p{Ll}+|deixou) .+|${theirPastimes}|(?:morreu|faleceu|nasceu)(?: .+)?)$`,
        'iu',
      ),
      as: 'A $1$2 do utilizador $3',
    },
  ],
};
