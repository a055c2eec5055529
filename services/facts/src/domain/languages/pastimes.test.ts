import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import type { ComparedFact } from '../fact/compared-fact.ts';
import { interpreting } from '../message/interpretation.ts';
import { reconcileByRules } from '../reconciliation/reconcile-by-rules.ts';
import { inEnglish } from './in-english.ts';
import { statedInMessage } from './stated-in-message.ts';

const now = Date.UTC(2026, 10, 23, 9);

/** A message, what is learned of it, and how English has it. */
const learned = `
Ich mache seit zwei Jahren Yoga. | Der Nutzer macht seit zwei Jahren Yoga | The user does seit zwei Jahren yoga
Ich mache yoga | Der Nutzer macht yoga | The user does yoga
Ich gehe jeden Dienstag klettern. | Der Nutzer geht jeden Dienstag klettern | The user goes on Tuesday climbing
Ich schwimme gern. | Der Nutzer schwimmt gern | The user swims gern
Ich fahre gern Ski. | Der Nutzer fährt gern Ski | The user goes gern skiing
Ich spiele Klavier. | Der Nutzer spielt Klavier | The user plays piano
Ich mache keine Gymnastik mehr. | Der Nutzer macht keine Gymnastik mehr | The user no longer does gymnastics
Ich habe mit dem Klettern aufgehört. | Der Nutzer klettert nicht mehr | The user no longer climbs
Ich habe mit Judo aufgehört. | Der Nutzer macht kein Judo mehr | The user no longer does judo
Ich habe mit Yoga angefangen. | Der Nutzer macht Yoga | The user does yoga
Ich wohne in Kiel und mache Yoga. | Der Nutzer wohnt in Kiel; Der Nutzer macht Yoga | The user lives in Kiel; The user does yoga
Meine Tochter Mia geht reiten. | Die Tochter Mia des Nutzers geht reiten | The user's daughter Mia goes riding
Meine Frau macht Yoga. | Die Frau des Nutzers macht Yoga | The user's wife does yoga
Mein Hobby ist Fotografie. | Das Hobby des Nutzers ist Fotografie | The user's hobby is photography
Je fais de l'escalade depuis deux ans. | L'utilisateur fait de l'escalade depuis deux ans | The user does climbing depuis deux ans
Je cours tous les matins. | L'utilisateur court tous les matins | The user runs tous les matins
Je joue du piano. | L'utilisateur joue du piano | The user plays piano
Je joue de l'orgue. | L'utilisateur joue de l'orgue | The user plays orgue
Je ne fais plus de yoga. | L'utilisateur ne fait plus de yoga | The user no longer does yoga
J'ai arrêté l'escalade. | L'utilisateur ne fait plus d'escalade | The user no longer does climbing
J'ai arrêté de courir. | L'utilisateur ne court plus | The user no longer runs
Je me suis mise au yoga. | L'utilisateur fait du yoga | The user does yoga
J'ai commencé la natation. | L'utilisateur fait de la natation | The user does swimming
Ma fille fait de la danse. | La fille de l'utilisateur fait de la danse | The user's daughter does dancing
Mes loisirs sont le dessin et la photo. | Les loisirs de l'utilisateur sont le dessin et la photo | The user's hobbies are le drawing et la photography
Hago escalada desde hace dos años. | El usuario hace escalada desde hace dos años | The user does climbing desde hace dos años
Practico natación. | El usuario practica natación | The user does swimming
Juego al tenis. | El usuario juega al tenis | The user plays tennis
Corro todas las mañanas. | El usuario corre todas las mañanas | The user runs todas las mañanas
Ya no hago yoga. | El usuario ya no hace yoga | The user no longer does yoga
He dejado la escalada. | El usuario ya no hace escalada | The user no longer does climbing
Dejé de correr. | El usuario ya no corre | The user no longer runs
He empezado a hacer yoga. | El usuario hace yoga | The user does yoga
Mi hijo hace judo. | El hijo del usuario hace judo | The user's son does judo
Mis aficiones son el ajedrez y la danza. | Los hobbies del usuario son el ajedrez y la danza | The user's hobbies are el chess y la dancing
Faço escalada há dois anos. | O utilizador faz escalada há dois anos | The user does climbing há dois anos
Corro todas as manhãs. | O utilizador corre todas as manhãs | The user runs todas as manhãs
Não faço mais yoga. | O utilizador já não faz yoga | The user no longer does yoga
Já não corro. | O utilizador já não corre | The user no longer runs
Parei de fazer natação. | O utilizador já não faz natação | The user no longer does swimming
Comecei a fazer ioga. | O utilizador faz ioga | The user does yoga
A minha filha faz ginástica. | A filha do utilizador faz ginástica | The user's daughter does gymnastics
O meu hobby é a fotografia. | O hobby do utilizador é a fotografia | The user's hobby is a photography
`;

/** What is done once, ordered, or done with something else. */
const nothing = `
Ich mache heute Yoga.
Ich mache Kaffee.
Ich gehe morgen schwimmen.
Ich male ein Bild.
Klettere nicht so hoch!
Je fais du yoga ce soir.
Je fais du café.
Je cours à la gare.
Hoy hago yoga.
Hago café.
Corro al trabajo.
Hoje faço yoga.
Faço café.
`;

describe('pastimes in other languages', () => {
  it.each(lines(learned).map((line) => line.split(' | ')))('are learned of "%s"', (message, stated, english) => {
    const statements = statedInMessage(message ?? '');
    expect(statements.join('; ')).toBe(stated);
    expect(statements.map(inEnglish).join('; ')).toBe(english);
  });

  it.each(lines(nothing))('are not learned of "%s"', (message) => {
    expect(statedInMessage(message)).toEqual([]);
  });

  it.each([
    ['Ich mache Yoga.', 'Ich mache kein Yoga mehr.'],
    ['Ich klettere jeden Dienstag.', 'Ich habe mit dem Klettern aufgehört.'],
    ["Je fais de l'escalade.", "J'ai arrêté l'escalade."],
    ['Je cours tous les matins.', "J'ai arrêté de courir."],
    ['Hago yoga.', 'Ya no hago yoga.'],
    ['Faço natação.', 'Parei de fazer natação.'],
    ['Ich mache seit zwei Jahren Yoga.', 'Ich mache kein Yoga mehr.'],
    ['Ich schwimme gern.', 'Ich schwimme nicht mehr.'],
    ["Je fais de l'escalade depuis deux ans.", "Je ne fais plus d'escalade."],
    ['Hago escalada desde hace dos años.', 'He dejado la escalada.'],
    ['Corro todas as manhãs.', 'Não corro mais.'],
  ])('"%s" is so no more after "%s"', (before, after) => {
    const [one = '', other = ''] = [before, after].flatMap(statedInMessage);
    const events = reconcileByRules([compared(other, 1)], [compared(one, 0)]).map(({ event }) => event);
    expect(events).toEqual(['DELETE', 'ADD']);
  });

  it.each([
    {
      said: ['Ich mache Yoga.', 'Ich spiele Klavier.', 'Ich klettere gern.'],
      answers: {
        'Was sind meine Hobbys?': 'Du kletterst gern. Du spielst Klavier. Du machst Yoga.',
        'Welchen Sport mache ich?': 'Du kletterst gern. Du machst Yoga.',
        'Mache ich Yoga?': 'Ja: du machst Yoga.',
        'Welches Instrument spiele ich?': 'Du spielst Klavier.',
      },
    },
    {
      said: ['Je fais du yoga.', 'Je joue de la guitare.', 'Je cours tous les matins.'],
      answers: {
        'Quels sont mes loisirs ?': 'Tu cours tous les matins. Tu joues de la guitare. Tu fais du yoga.',
        'Quel sport est-ce que je fais ?': 'Tu cours tous les matins. Tu fais du yoga.',
        'Je fais du yoga ?': 'Oui: tu fais du yoga.',
        'De quel instrument je joue ?': 'Tu joues de la guitare.',
      },
    },
    {
      said: ['Hago yoga.', 'Toco la guitarra.', 'Corro todas las mañanas.'],
      answers: {
        '¿Cuáles son mis aficiones?': 'Corres todas las mañanas. Tocas la guitarra. Haces yoga.',
        '¿Qué deporte hago?': 'Corres todas las mañanas. Haces yoga.',
        '¿Hago yoga?': 'Sí: haces yoga.',
        '¿Qué instrumento toco?': 'Tocas la guitarra.',
      },
    },
    {
      said: ['Faço yoga.', 'Toco violão.', 'Corro todas as manhãs.'],
      answers: {
        'Quais são os meus hobbies?': 'Corres todas as manhãs. Tocas violão. Fazes yoga.',
        'Que esporte eu faço?': 'Corres todas as manhãs. Fazes yoga.',
        'Faço yoga?': 'Sim: fazes yoga.',
        'Que instrumento toco?': 'Tocas violão.',
      },
    },
  ])('answer questions after $said', ({ said, answers }) => {
    const facts = said.flatMap(statedInMessage).map(fact).toReversed();
    for (const [question, answer] of Object.entries(answers))
      expect({ answer: '', ...atOnce(interpreting(question, null, facts, now)) }.answer).toBe(answer);
  });
});

function fact(content: string, index: number) {
  return { id: `fact_${index}`, content, timestamp: new Date(now - 600_000 + index * 60_000).toISOString() };
}

function compared(content: string, index: number): ComparedFact {
  const unsaid = { subject: null, predicate: null, object: null, valid_from: null, valid_to: null };
  return { ...fact(content, index), trust: 'user', ...unsaid };
}

function lines(table: string): readonly string[] {
  return table.trim().split('\n');
}
