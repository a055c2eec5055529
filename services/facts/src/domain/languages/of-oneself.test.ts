import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { interpreting } from '../message/interpretation.ts';
import { inEnglish } from './in-english.ts';
import { statedInMessage } from './stated-in-message.ts';

const now = Date.UTC(2026, 10, 23, 9);

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));

describe('what people say of themselves in other languages', () => {
  it.each(
    lines(`
Ich komme ursprünglich aus Polen. | Der Nutzer kommt aus Polen | The user is from Polen
Ich stamme aus Ulm. | Der Nutzer kommt aus Ulm | The user is from Ulm
Ich bin Single. | Der Nutzer ist Single | The user is single
Ich bin ledig. | Der Nutzer ist ledig | The user is single
Ich bin laktoseintolerant. | Der Nutzer ist laktoseintolerant | The user is intolerant to laktose
Meine Handynummer ist 0151 2345678. | Die Telefonnummer des Nutzers ist 0151 2345678 | The user's phone number is 0151 2345678
Meine E-Mail ist jo@example.org | Die Mailadresse des Nutzers ist jo@example.org | The user's email is jo@example.org
Je viens de Pologne. | L'utilisateur vient de Pologne | The user is from Pologne
Je suis célibataire. | L'utilisateur est célibataire | The user is single
Je suis veuve. | L'utilisateur est veuve | The user is widowed
Je suis intolérante au lactose. | L'utilisateur est intolérante au lactose | The user is intolerant to lactose
Mon numéro est le 06 12 34 56 78. | Le numéro de l'utilisateur est le 06 12 34 56 78 | The user's phone number is 06 12 34 56 78
Mon mail est jo@example.org | Le mail de l'utilisateur est jo@example.org | The user's email is jo@example.org
No me gusta el café. | Al usuario no le gusta el café | The user not likes el café
Estoy soltera. | El usuario está soltera | The user is single
No estoy casado. | El usuario no está casado | The user not is married
Soy de Polonia. | El usuario es de Polonia | The user is from Polonia
Estoy aprendiendo inglés. | El usuario aprende inglés | The user learns inglés
Soy intolerante a la lactosa. | El usuario es intolerante a la lactosa | The user is intolerant to lactosa
Mi móvil es el 612 345 678. | El teléfono del usuario es el 612 345 678 | The user's phone number is 612 345 678
Mi correo es jo@example.org | El correo del usuario es jo@example.org | The user's email is jo@example.org
Não gosto de café. | O utilizador não gosta de café | The user not likes café
Sou solteiro. | O utilizador é solteiro | The user is single
Não sou casado. | O utilizador não é casado | The user not is married
Sou da Polónia. | O utilizador é da Polónia | The user is from Polónia
Estou a aprender inglês. | O utilizador aprende inglês | The user learns inglês
O meu número é o 912 345 678. | O telefone do utilizador é o 912 345 678 | The user's phone number is 912 345 678
Soy alérgica al polen, anótalo porfa | El usuario es alérgica al polen | The user is allergic to polen
J'habite à Lille, retiens ça stp | L'utilisateur habite à Lille | The user lives in Lille
Je déteste la coriandre, vraiment, ça a un goût de savon | L'utilisateur déteste la coriandre | The user hates la coriandre
Chamo-me rita | O utilizador chama-se Rita | The user is named Rita
ich heiße jo | Der Nutzer heißt Jo | The user is named Jo
moi c'est maxime | L'utilisateur s'appelle Maxime | The user is named Maxime
Le mardi je joue au hand | L'utilisateur joue au hand le mardi | The user plays handball on Tuesday
Los fines de semana trabajo de mesera | El usuario trabaja de mesera los fines de semana | The user works as mesera los fines de semana
Mudaram o concerto para o dia 22 de maio | O concerto do utilizador é a 22 de maio | The user's concert is on 22 May
Sie haben das Konzert auf den 22. Mai verschoben | Das Konzert des Nutzers ist am 22 Mai | The user's concert is on 22 May
Ils ont déplacé le concert au 22 mai | Le concert de l'utilisateur est le 22 mai | The user's concert is on 22 May
Me han cambiado el concierto al 22 de mayo | El concierto del usuario es el 22 de mayo | The user's concert is on 22 May
rosa y yo cortamos | El usuario está separado de Rosa | The user is separated from Rosa
Agora ando no pilates | O utilizador anda no pilates | The user does pilates
Ich gehe dienstags klettern | Der Nutzer geht dienstags klettern | The user goes dienstags climbing
Los lunes nado | El usuario nada los lunes | The user swims on Monday
Aos domingos corro | O utilizador corre aos domingos | The user runs on Sunday
Tengo 23 | El usuario tiene 23 años | The user is 23 years old
Rosa y yo cortamos ayer, ni modo | El usuario está separado de Rosa | The user is separated from Rosa
On a déménagé ce week-end à Vertou | L'utilisateur a déménagé ce week-end à Vertou | The user moved to Vertou
Dou aulas de piano | O utilizador ensina piano | The user teaches piano
Doy clases de física | El usuario enseña física | The user teaches física
Ich unterrichte Chemie | Der Nutzer unterrichtet Chemie | The user teaches Chemie
Je donne des cours d'anglais | L'utilisateur enseigne anglais | The user teaches anglais
O meu email é jo@example.org | O email do utilizador é jo@example.org | The user's email is jo@example.org`),
  )('%s', (message, stated, english) => {
    const statements = statedInMessage(message ?? '');
    expect(statements).toEqual([stated]);
    expect(statements.map(inEnglish)).toEqual([english]);
  });

  it.each([
    "Moi c'est pareil.",
    'Ando na rua.',
    'Ils ont déplacé la table au salon.',
    'No me gusta que llueva.',
    'No me gusta tu respuesta.',
    'Não gosto que chova.',
    'Je viens de Paris à pied ce matin ?',
  ])('is not "%s"', (message) => {
    expect(statedInMessage(message)).toEqual([]);
  });

  it.each(
    lines(`
Ich arbeite bei Bosch. | Wo bin ich beschäftigt? | Du arbeitest bei Bosch.
Meine Frau ist Ärztin. | Ist meine Frau Ärztin? | Ja: deine Frau ist Ärztin.
Je suis né à Brest. | Je suis né où déjà ? | Tu es né à Brest.
Estudio arquitectura. | ¿Qué carrera estudio? | Estudias arquitectura.
Dou aulas de piano. | Que instrumento é que eu ensino? | Ensinas piano.
O meu marido é engenheiro. | O meu marido é engenheiro, não é? | Sim: o teu marido é engenheiro.
Ich komme aus Polen. | Woher komme ich? | Du kommst aus Polen.
Meine Nummer ist 0151 2345678. | Wie ist meine Handynummer? | Deine Telefonnummer ist 0151 2345678.
Je viens de Pologne. | D'où je viens ? | Tu viens de Pologne.
Mon numéro est le 06 12 34 56 78. | C'est quoi mon numéro ? | Ton numéro est le 06 12 34 56 78.
Soy de Polonia. | ¿De dónde soy? | Eres de Polonia.
Mi correo es jo@example.org | ¿Cuál es mi correo? | Tu correo es jo@example.org.
No me gusta el café. | ¿Me gusta el café? | No: no te gusta el café.
Sou da Polónia. | De onde sou? | És da Polónia.
O meu número é 912 345 678. | Qual é o meu número? | O teu telefone é o 912 345 678.`),
  )('%s %s', (message = '', question = '', answer) => {
    const facts = statedInMessage(message).map((content, index) => ({
      id: `fact_${index}`,
      content,
      timestamp: new Date(now - 60_000).toISOString(),
    }));
    expect({ answer: '', ...atOnce(interpreting(question, null, facts, now)) }.answer).toBe(answer);
  });
});
