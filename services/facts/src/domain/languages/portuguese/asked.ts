import { eventQuestions } from '../events.ts';
import type { Asked } from '../language.ts';
import { pastimeQuestion } from '../pastimes.ts';
import { events } from './events.ts';
import { pastimes } from './pastimes.ts';

export const asked: Asked = {
  leadIn:
    /^(?:(?:olá|oi|e|então|ok|por favor|diz-me|me diz|sabes|você sabe|lembras-te do|você lembra(?: d[oe])?|lembra)[,! ]+)+/i,
  questions: [
    ...eventQuestions(events, 'quando (?:é|tenho|será) (?:(?:(?:o )?(?:meu|nosso)|(?:a )?(?:minha|nossa)|o|a|uma?) )?'),
    {
      form: /^(?:como (?:é que )?(?:me chamo|eu me chamo)|qual (?:é )?(?:o )?meu nome|(?:o )?meu nome)$/i,
      as: 'What is my name?',
    },
    pastimeQuestion(pastimes, '(?:eu )?(?:ainda )?(?:faço|pratico) (?:ainda )?'),
    {
      form: /^(?:quais são (?:os )?(?:meus )?(?:hobbies|passatempos)|qual (?:é )?(?:o )?meu (?:hobby|passatempo)|o que (?:é que )?(?:eu )?faço n(?:o|os) (?:meus? )?tempos? livres?)$/i,
      as: 'What are my hobbies?',
    },
    { form: /^que (?:esportes?|desportos?) (?:é que )?(?:eu )?(?:faço|pratico)$/i, as: 'What sports do I do?' },
    { form: /^que instrumento (?:é que )?(?:eu )?toco$/i, as: 'What instrument do I play?' },
    { form: /^quem sou(?: eu)?$/i, as: 'Who am I?' },
    { form: /^(?:onde|em que (?:cidade|país)) (?:é que |que )?(?:eu )?(?:moro|vivo)\b.*$/i, as: 'Where do I live?' },
    { form: /^de onde (?:é que )?(?:eu )?(?:sou|venho)$/i, as: 'Where am I from?' },
    {
      form: /^qual (?:é )?(?:o )?meu (?:número(?: de (?:telefone|telemóvel|celular))?|telefone|telemóvel|celular)$/i,
      as: 'What is my phone number?',
    },
    { form: /^qual (?:é )?(?:o )?meu e-?mail$/i, as: 'What is my email?' },
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
    { form: /^onde (?:mora|vive) (?:[oa] )?(\p{L}+)$/iu, as: 'Where does $1 live?' },
    { form: /^quant[oa]s (\p{L}+) (?:eu )?tenho$/iu, as: 'How many %1 do I have?' },
    { form: /^(?:eu )?(?:ainda )?(?:moro|vivo) (?:ainda )?(?:em|no|na) (.+)$/i, as: 'Do I live in $1?' },
    { form: /^(?:eu )?trabalho (?:ainda )?(?:em|no|na|para) (.+)$/i, as: 'Do I work at $1?' },
    { form: /^(?:eu )?(?:tenho|temos) (?:uma? )?(\p{L}+)$/iu, as: 'Do I have a %1?' },
    { form: /^(?:eu )?como (?!(?:me|se|te|é) )(?:ainda )?(.+)$/i, as: 'Do I eat $1?' },
    {
      form: /^(?:quanto (?:é que )?(?:eu )?(?:pago|pagamos) de (?:aluguel|aluguer|renda)|(?:quanto|qual) é (?:[oa] )?(?:meu|minha) (?:aluguel|aluguer|renda))$/i,
      as: 'What is my rent?',
    },
    { form: /^(?:que carro (?:é que )?(?:eu )?(?:tenho|conduzo|dirijo)|qual é (?:o )?meu carro)$/i, as: 'What car do I have?' },
    { form: /^(?:eu )?(?:ainda )?fumo(?: ainda)?$/i, as: 'Do I smoke?' },
    { form: /^(?:eu )?bebo (?:ainda )?(.+)$/i, as: 'Do I drink $1?' },
    { form: /^(?:eu )?sou casad[oa]$/i, as: 'Am I married?' },
    { form: /^(?:eu )?sou alérgic[oa] (?:a|ao|à|aos|às) (.+)$/i, as: 'Am I allergic to $1?' },
    { form: /^(?:eu )?sou (.+)$/i, as: 'Am I $1?' },
    {
      form: /^(?:o )?que (?:é que )?(?:tu |você )?(?:já )?(?:sabes?|lembras?) (?:de|sobre) mim$/i,
      as: 'What do you know about me?',
    },
    { form: /^esque(?:ce|ça) isso$/i, as: 'Forget that' },
    { form: /^esque(?:ce|ça) (?:[oa]s? )?(?:meus?|minhas?) (\p{L}+)$/iu, as: 'Forget my %1' },
    { form: /^esque(?:ce|ça) (?:o que (?:eu )?disse (?:de|sobre) )?(?:[oa]s? )?(?!que\b)(.+)$/i, as: 'Forget about $1' },
  ],
  nouns: [
    [/^filhos$/i, 'children'],
    [/^(?:cão|cães|cachorros?)$/i, 'dog'],
    [/^gat[oa]s?$/i, 'cat'],
    [/^animal$|^animais$/i, 'pet'],
    [/^irmãos$/i, 'siblings'],
  ],
  toForget: /^esque(?:ce|ça) que (.+)$/i,
  tail: /(?: (?:agora|mesmo|por favor))+$/i,
  opening: /^(?:onde|o que|que|quem|quando|como|qual|quais) (.+)$/i,
  small: /(?<!\p{L})(?:é|são|está|estão|era|meus?|minhas?|noss[oa]s?|[oa]s?|d[oae]s?|uma?|que)(?!\p{L})/giu,
  yes: 'Sim',
  no: 'Não',
};
