import { hashEmbedder } from '@agent-mem/llm';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await startFleet({ services: ['conversations', 'facts'], embedder: hashEmbedder() });
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
});

/** What the rules answer to a question of a user who has said some things, each in a conversation of its own. */
async function answerTo(user: string, said: readonly string[], question: string): Promise<string> {
  const { call } = fleet.caller;
  for (const [index, content] of said.entries())
    await call('conversations', 'append_messages', {
      user,
      conversation_id: `${user}-${index}`,
      messages: [{ role: 'user', content }],
      wait_ms: 60_000,
    });
  return (await call('facts', 'interpret', { user, message: question })).answer;
}

/** A line each: what is said, and what is asked then, with its answer; empty: rules do not know. */
const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [said = '', asked = ''] = line.split(' => ');
      const [question = '', answer = ''] = asked.split(' -> ');
      return [said.split(' | '), question, answer] as const;
    });

test.each(
  cases(`
I live in Kiel | I moved from Siemens to Bosch => Where do I live? -> You live in Kiel.
I live in Wick | I moved from Wick to Thurso => Where do I live? -> You live in Thurso.
I drive a Golf | My new car is a Skoda => What do I drive? -> Your new car is a Skoda.
I drive a Golf | My new car is a Skoda => Do I drive a Skoda? -> Yes: your new car is a Skoda.
My car is a Golf | I drive a Skoda now => What car do I have? -> You drive a Skoda.
I drive a bus | My new car is a Skoda => What do I drive? -> You drive a bus. Your new car is a Skoda.
I have a daughter, Ida. | We had a second, Bo. => How many children do I have? -> You have a daughter, Ida, and a second child, Bo.
I have a daughter, Ida. | We had a second, Bo. => What is my daughter called? -> You have a daughter, Ida, and a second child, Bo.
I don't have any pets | We got a cat called Miso => Do I have pets? -> Yes: you have a cat called Miso.
I have no children | My son is called Max => Do I have children? -> Yes: your son is named Max.
I don't have a car | My new car is a Skoda => Do I have a car? -> Yes: your new car is a Skoda.
I work as a nurse at St Mary's. | I quit my job. => What do I do for a living? -> You quit your job.
My boss is Karen | Karen left the company, my new boss is Paul => Who is my boss? -> Your new boss is named Paul.
I live alone | My boyfriend moved in with me => Do I live alone? -> No: you live with your boyfriend.
I study at Leeds University | I graduated last month => Do I study at Leeds University? -> 
Ich arbeite bei Siemens | Ich habe gekündigt => Wo arbeite ich? -> Du hast gekündigt.
Je travaille chez Renault | J'ai quitté mon travail => Où est-ce que je travaille ? -> Tu as démissionné.
Trabajo en Seat | He dejado mi trabajo => ¿Dónde trabajo? -> Dejaste el trabajo.
Trabalho na Galp | Pedi demissão => Onde trabalho? -> Deixaste o trabalho.
Ich habe einen Hund | Mein Hund ist gestorben => Habe ich einen Hund? -> Nein: dein Hund ist gestorben.
J'ai un chien | Mon chien est mort => Est-ce que j'ai un chien ? -> Non: ton chien est mort.
Tengo un perro | Mi perro ha muerto => ¿Tengo un perro? -> No: tu perro murió.
Tenho um cão | O meu cão morreu => Tenho um cão? -> Não: o teu cão morreu.
Ich bin verheiratet | Wir haben uns scheiden lassen => Bin ich verheiratet? -> Nein: du bist geschieden.
Je suis marié | Nous avons divorcé => Suis-je marié ? -> Non: tu es divorcé.
Estoy casado | Nos hemos divorciado => ¿Estoy casado? -> No: estás divorciado.
Sou casado | Divorciámo-nos => Sou casado? -> Não: és divorciado.
Ich bin Vegetarier | Ich esse wieder Fleisch => Esse ich Fleisch? -> Ja: du isst wieder Fleisch.
Je suis végétarien | Je mange de nouveau de la viande => Suis-je végétarien ? -> 
Soy vegetariano | Vuelvo a comer carne => ¿Soy vegetariano? -> 
Sou vegetariano | Voltei a comer carne => Sou vegetariano? -> 
Ich habe keine Kinder | Ich habe eine Tochter => Habe ich Kinder? -> Ja: du hast eine Tochter.
Je n'ai pas d'enfants | J'ai un fils => Est-ce que j'ai des enfants ? -> Oui: tu as un fils.
No tengo hijos | Tengo una hija => ¿Tengo hijos? -> Sí: tienes una hija.
Não tenho filhos | Tenho uma filha => Tenho filhos? -> Sim: tens uma filha.
Meine Tochter ist 5 Jahre alt | Meine Tochter ist jetzt 6 => Wie alt ist meine Tochter? -> Deine Tochter ist 6.
I'm left-handed => Am I right-handed? -> 
I'm left-handed => Am I left-handed? -> Yes: you are left-handed.
My passport expires in May 2027 | I renewed my passport, it's valid until 2036 => When does my passport expire? -> Your new passport is valid until 2036.
I had a dog named Rex when I was a kid => Do I have a dog? -> 
I had a dog named Rex when I was a kid => Did I have a dog? -> Yes: you had a dog named Rex when you were a kid.
I was a teacher for ten years => Am I a teacher? -> 
I was a teacher for ten years => Have I ever been a teacher? -> Yes: you were a teacher for ten years.
My neighbour has a dog called Rex => What is my dog called? -> 
My neighbour has a dog called Rex => What is my neighbour's dog called? -> Your neighbour has a dog called Rex.
My wife has a dog called Rex => What is my dog called? -> Your wife has a dog called Rex.
I'm going to Rome in May | I'm not going to Rome after all => Am I going to Rome? -> No: you are not going to Rome after all.
Ich habe eine Katze | Ich habe keine Katze mehr => Habe ich eine Katze? -> Nein: du hast keine Katze mehr.
Meine Freundin heißt Eva | Wir haben uns getrennt => Wer ist meine Freundin? -> 
Mein Vater ist Lehrer | Mein Vater ist jetzt in Rente => Was macht mein Vater beruflich? -> 
I work at Siemens | I also work at Lidl => Where do I work? -> You also work at Lidl. You work at Siemens.
I work at Siemens | I also work at Lidl => Do I work at Siemens? -> Yes: you work at Siemens.
I work at Siemens | I'm also a lecturer at Leeds => Do I work at Siemens? -> Yes: you work at Siemens.
I'm an engineer at Siemens | I'm a manager at Bosch now => What is my job? -> You are a manager at Bosch.
I don't have a car seat => Do I have a car? -> 
I have a son called Max | I don't have children's books => Do I have children? -> Yes: you have a son called Max.
I have a car | I don't have a car seat => Do I have a car? -> Yes: you have a car.
I have twelve hives | I have ten hives now => How many hives do I have? -> You have ten hives.
Ich habe zwölf Bienenstöcke | Ich habe jetzt zehn Bienenstöcke => Wie viele Bienenstöcke habe ich? -> Du hast zehn Bienenstöcke.
J'ai douze ruches | Maintenant j'ai dix ruches => Combien de ruches ai-je ? -> Tu as dix ruches.
Tengo doce colmenas | Ahora tengo diez colmenas => ¿Cuántas colmenas tengo? -> Tienes diez colmenas.
Tenho doze colmeias | Agora tenho dez colmeias => Quantas colmeias tenho? -> Tens dez colmeias.
Merk dir, dass ich gegen Katzen allergisch bin | Ich bin nicht mehr gegen Katzen allergisch => Bin ich gegen Katzen allergisch? -> Nein: du bist nicht mehr allergisch gegen Katzen.
Retiens que je suis allergique aux chats | Je ne suis plus allergique aux chats => Suis-je allergique aux chats ? -> Non: tu n'es plus allergique aux chats.
Recuerda que soy alérgico a los gatos | Ya no soy alérgico a los gatos => ¿Soy alérgico a los gatos? -> No: ya no eres alérgico a los gatos.
Lembra-te que sou alérgico a gatos | Já não sou alérgico a gatos => Sou alérgico a gatos? -> Não: já não és alérgico a gatos.
Mein Mann heißt Jens => Wer ist mein Mann? -> Dein Mann heißt Jens.
Ich fahre einen Golf | Mein neues Auto ist ein Skoda => Was fahre ich? -> Dein Auto ist ein Skoda.
`),
)('%j, then "%s": %s', async (said, question, answer) => {
  expect(await answerTo(JSON.stringify([said, question]), said, question)).toBe(answer);
});
