import { describe, expect, it } from 'vitest';
import { secondPerson } from '../question/second-person.ts';
import { inEnglish } from './in-english.ts';
import { statedInMessage } from './stated-in-message.ts';

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string, string, string]);

describe("the writer's own", () => {
  it.each(
    lines(`
Ich wohne bei meinen Eltern | Der Nutzer wohnt bei seinen Eltern | The user lives with their parents | Du wohnst bei deinen Eltern
Ich liebe meinen Hund Rex | Der Nutzer mag seinen Hund Rex | The user likes their dog Rex | Du magst deinen Hund Rex
Ich mag meinen neuen Job | Der Nutzer mag seinen neuen Job | The user likes seinen neuen Job | Du magst deinen neuen Job
Meine Mutter wohnt bei meinem Bruder Tom | Die Mutter des Nutzers wohnt bei dem Bruder Tom des Nutzers | The user's mother lives with the user's brother Tom | Deine Mutter wohnt bei deinem Bruder Tom
J'habite chez mes parents | L'utilisateur habite chez ses parents | The user lives with their parents | Tu habites chez tes parents
J'adore ma fille Zoé | L'utilisateur aime sa fille Zoé | The user likes their daughter Zoé | Tu aimes ta fille Zoé
Ma mère habite chez mon frère | La mère de l'utilisateur habite chez le frère de l'utilisateur | The user's mother lives with the user's brother | Ta mère habite chez ton frère
Ma mère habite avec mon oncle Luc | La mère de l'utilisateur habite avec l'oncle Luc de l'utilisateur | The user's mother lives with the user's uncle Luc | Ta mère habite avec ton oncle Luc
Mon père parle à mon frère | Le père de l'utilisateur parle au frère de l'utilisateur | The user's father speaks à the user's brother | Ton père parle à ton frère
Vivo con mis padres | El usuario vive con sus padres | The user lives with their parents | Vives con tus padres
Me gusta mi trabajo | Al usuario le gusta su trabajo | The user likes su trabajo | Te gusta tu trabajo
Mi madre vive con mi hermana Eva | La madre del usuario vive con la hermana Eva del usuario | The user's mother lives with the user's sister Eva | Tu madre vive con tu hermana Eva
Mi madre vive con mi hermano | La madre del usuario vive con el hermano del usuario | The user's mother lives with the user's brother | Tu madre vive con tu hermano
Moro com os meus pais | O utilizador mora com os seus pais | The user lives with their parents | Moras com os teus pais
Moro com meus pais | O utilizador mora com os seus pais | The user lives with their parents | Moras com os teus pais
A minha mãe mora com o meu irmão | A mãe do utilizador mora com o irmão do utilizador | The user's mother lives with the user's brother | A tua mãe mora com o teu irmão`),
  )('%s', (message, stated, english, toUser) => {
    const statements = statedInMessage(message);
    expect(statements.join('; ')).toBe(stated);
    expect(statements.map(inEnglish).join('; ')).toBe(english);
    expect(statements.map(secondPerson).join('; ')).toBe(toUser);
  });

  it("is the user's where an earlier version stored it in the first person", () => {
    expect(secondPerson('Der Nutzer wohnt bei meinen Eltern')).toBe('Du wohnst bei deinen Eltern');
    expect(inEnglish('El usuario vive con mis padres')).toBe('The user lives with their parents');
  });

  it('stays that of others where they have it', () => {
    expect(secondPerson('La madre del usuario vive con su hermano')).toBe('Tu madre vive con su hermano');
    expect(inEnglish('La madre del usuario vive con su hermano')).toBe("The user's mother lives with su hermano");
  });
});
