import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { extractingFacts } from '../message/extract-facts.ts';
import { interpreting } from '../message/interpretation.ts';
import { askedInEnglish } from './asked-in-english.ts';

const now = Date.UTC(2026, 10, 23, 9);
const interpret = (message: string, before: string | null, believed: Parameters<typeof interpreting>[2]) => ({
  answer: '',
  factIds: [],
  ...atOnce(interpreting(message, before, believed, now)),
});

/** What is learned of these messages, newest first. */
function factsOf(messages: readonly string[]) {
  return messages
    .flatMap((message) => atOnce(extractingFacts({ message, at: now })))
    .map((content, index) => ({ id: `fact_${index}`, content, timestamp: new Date(index * 60_000).toISOString() }))
    .toReversed();
}

describe.each([
  {
    language: 'German',
    said: [
      'Ich heiße Jonas und wohne in Leipzig.',
      'Ich habe zwei Kinder, Mia und Paul.',
      'Meine Frau heißt Katrin.',
      'Ich arbeite bei Siemens als Ingenieur.',
      'Ich bin allergisch gegen Nüsse.',
      'Mein Hund heißt Bello.',
      'Ich esse kein Fleisch mehr.',
      'Ich mag Pilze und Käse.',
    ],
    answers: {
      'Wie heiße ich?': 'Du heißt Jonas.',
      'Sag mal, wo wohne ich eigentlich?': 'Du wohnst in Leipzig.',
      'Was mache ich beruflich?': 'Du arbeitest bei Siemens als Ingenieur.',
      'Wie heißt meine Frau?': 'Deine Frau heißt Katrin.',
      'Wie viele Kinder habe ich?': 'Du hast zwei Kinder, Mia und Paul.',
      'Bin ich allergisch gegen Nüsse?': 'Ja: du bist allergisch gegen Nüsse.',
      'Wogegen bin ich allergisch?': 'Du bist allergisch gegen Nüsse.',
      'Habe ich einen Hund?': 'Ja: dein Hund heißt Bello.',
      'Habe ich eine Katze?': '',
      'Wohne ich in Berlin?': 'Nein: du wohnst in Leipzig.',
      'Esse ich Fleisch?': 'Nein: du isst kein Fleisch mehr.',
      'wie heisst mein hund nochmal': 'Dein Hund heißt Bello.',
      'Bin ich gegen Nüsse allergisch?': 'Ja: du bist allergisch gegen Nüsse.',
      'Mag ich Pilze?': 'Ja: du magst Pilze und Käse.',
      'Where do I live?': 'Du wohnst in Leipzig.',
    },
    forgotten: {
      'Vergiss bitte meinen Hund.': 'Dein Hund heißt Bello.',
      'Vergiss, dass ich bei Siemens arbeite.': 'Du arbeitest bei Siemens als Ingenieur.',
    },
  },
  {
    language: 'French',
    said: [
      "Je m'appelle Claire et j'habite à Lyon.",
      "J'ai deux enfants.",
      "Mon mari s'appelle Pierre.",
      'Je travaille chez Renault.',
      'Je suis allergique aux arachides.',
      'Ma fille Zoé habite à Nantes.',
    ],
    answers: {
      "Comment je m'appelle ?": "Tu t'appelles Claire.",
      "Où est-ce que j'habite ?": 'Tu habites à Lyon.',
      'Où est-ce que je travaille ?': 'Tu travailles chez Renault.',
      "Comment s'appelle mon mari ?": "Ton mari s'appelle Pierre.",
      'Où habite ma fille ?': 'Ta fille Zoé habite à Nantes.',
      "Est-ce que j'ai des enfants ?": 'Oui: tu as deux enfants.',
      "Est-ce que j'ai un chien ?": '',
      "J'habite à Paris ?": 'Non: tu habites à Lyon.',
      "ou est-ce que j'habite": 'Tu habites à Lyon.',
      'Est-ce que je suis allergique aux arachides ?': 'Oui: tu es allergique aux arachides.',
    },
    forgotten: { 'Oublie que je travaille chez Renault.': 'Tu travailles chez Renault.' },
  },
  {
    language: 'Spanish',
    said: [
      'Me llamo Pablo y vivo en Lima.',
      'Trabajo como profesor.',
      'Mi esposa se llama Lucía.',
      'Tengo dos hijos.',
      'Soy alérgico a los cacahuetes.',
    ],
    answers: {
      '¿Cómo me llamo?': 'Te llamas Pablo.',
      '¿Dónde vivo?': 'Vives en Lima.',
      '¿A qué me dedico?': 'Trabajas como profesor.',
      '¿Cómo se llama mi esposa?': 'Tu esposa se llama Lucía.',
      '¿Tengo hijos?': 'Sí: tienes dos hijos.',
      '¿Tengo un perro?': '',
      '¿Soy alérgico a los cacahuetes?': 'Sí: eres alérgico a los cacahuetes.',
      '¿Vivo en Madrid?': 'No: vives en Lima.',
      'como se llama mi esposa': 'Tu esposa se llama Lucía.',
    },
    forgotten: { 'Olvida que vivo en Lima.': 'Vives en Lima.' },
  },
  {
    language: 'Portuguese',
    said: [
      'Chamo-me Rita e moro em Braga.',
      'Falo inglês.',
      'Trabalho na Nos.',
      'O meu marido chama-se Nuno.',
      'Tenho dois filhos.',
      'Tenho um gato.',
    ],
    answers: {
      'Como me chamo?': 'Chamas-te Rita.',
      'Onde é que eu moro?': 'Moras em Braga.',
      'Onde é que eu trabalho?': 'Trabalhas na Nos.',
      'Como se chama o meu marido?': 'O teu marido chama-se Nuno.',
      'Tenho filhos?': 'Sim: tens dois filhos.',
      'Tenho um gato?': 'Sim: tens um gato.',
      'Tenho um cão?': '',
      'Moro em Lisboa?': 'Não: moras em Braga.',
      'Quais línguas eu falo?': 'Falas inglês.',
    },
    forgotten: { 'Esquece que trabalho na Nos.': 'Trabalhas na Nos.' },
  },
])('in $language', ({ said, answers, forgotten }) => {
  const facts = factsOf(said);

  it.each(Object.entries(answers))('%s', (question, answer) => {
    expect(interpret(question, null, facts)).toMatchObject({ act: 'question', answer });
  });

  it.each(Object.entries(forgotten))('%s', (request, answer) => {
    expect(interpret(request, null, facts)).toMatchObject({ act: 'forget', answer });
  });
});

it.each([
  ['Ich bin nach Dresden gezogen.', 'Wo wohne ich jetzt?', 'Du bist nach Dresden gezogen.'],
  ["J'ai déménagé à Marseille.", "Où j'habite maintenant ?", 'Tu as déménagé à Marseille.'],
])('who has moved lives there: %s', (said, question, answer) => {
  expect(interpret(question, null, factsOf([said])).answer).toBe(answer);
});

it.each([
  ['Merke dir, dass ich in Kiel wohne.', 'Der Nutzer wohnt in Kiel'],
  ['Bitte merk dir: Mein Auto steht in Tiefgarage B.', 'The user said: "Mein Auto steht in Tiefgarage B"'],
  ['Merk dir, dass der WLAN-Code Sonnenblume lautet.', 'The user said: "Der WLAN-Code Sonnenblume lautet"'],
  ['Souviens-toi que je travaille chez Renault.', "L'utilisateur travaille chez Renault"],
  ['Recuerda que el código del portal es 4711.', 'The user said: "El código del portal es 4711"'],
  ['Vergiss nicht, Milch zu kaufen.', undefined],
  ['Vergiss nicht, dass ich vielleicht umziehe.', undefined],
  ['Ich bin Zuhause', undefined],
  ['Ich mag deine Antwort', undefined],
  ['Me gusta mucho tu idea', undefined],
  ['Me gusta mucho el café', 'Al usuario le gusta el café'],
  ['Gosto muito da tua ideia', undefined],
  ['Gosto muito do mar', 'O utilizador gosta de mar'],
  ['Je suis Camille', "L'utilisateur s'appelle Camille"],
  ['Je suis Lyonnaise', "L'utilisateur est Lyonnaise"],
  ['Soy Española', 'El usuario es Española'],
])('what is to be remembered is learned as it is said: %s', (message, learned) => {
  expect(factsOf([message])[0]?.content).toBe(learned);
});

it.each([
  ['Bitte merk dir: Mein Auto steht in Tiefgarage B.', 'Wo steht mein Auto?'],
  ['Merk dir, dass der WLAN-Code Sonnenblume lautet.', 'Wie lautet der WLAN-Code?'],
  ['Retiens que ma voiture est au parking C.', 'Où est ma voiture ?'],
  ['Recuerda que el código del portal es 4711.', '¿Cuál es el código del portal?'],
])('and found by its words: %s %s', (message, question) => {
  const facts = factsOf([message]);
  expect(interpret(question, null, facts).factIds).toEqual([facts[0]?.id]);
  expect(interpret('Wie alt ist der Papst?', null, facts).factIds).toEqual([]);
});

it('what is known in English answers too', () => {
  const facts = factsOf(['My name is Jonas. I live in Leipzig. My wife is called Katrin.']);
  const answerTo = (question: string) => interpret(question, null, facts).answer;
  expect(answerTo('Wo wohne ich?')).toBe('You live in Leipzig.');
  expect(answerTo('Habe ich eine Frau?')).toBe('Ja: your wife is named Katrin.');
});

it('to be reminded is not to forget', () => {
  expect(interpret('Vergiss nicht, Milch zu kaufen.', null, factsOf(['Ich wohne in Kiel.'])).act).toBe('none');
});

it.each(['Vivo en Lima', 'Tenho um gato', 'Ich wohne in Kiel', 'Do I live in Leipzig?', 'Como?', ''])(
  'a message that asks nothing of the user in another language is as it is: %s',
  (message) => {
    expect(askedInEnglish(message).text).toBe(message);
  },
);

it('what was said last is forgotten, however long it was', () => {
  const before = `${'Der Zug nach Ulm war heute wieder voll. '.repeat(60)}\nIch wohne in Kiel.\nBis bald`;
  const request = interpret('Vergiss das', before, factsOf(['Ich wohne in Kiel.', 'Ich habe zwei Kinder.']));
  expect(request).toMatchObject({ act: 'forget', answer: 'Du wohnst in Kiel.' });
});
