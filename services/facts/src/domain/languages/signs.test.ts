import { expect, it } from 'vitest';
import { statedInMessage } from './stated-in-message.ts';

/** Statements that have one sign of their language. */
const said = `
Ich bin Lehrer
Nenn mich Kim
Komme aus Kiel
Wir haben zwei Hunde
Mein Auto ist ein Opel
Meine Lieblingsband ist Blur
Unser Sohn heißt Max
Unsere Katze heißt Mia
Deine Antworten sollen kurz sein
Du sollst nicht mehr raten
Der Arzttermin wurde auf den 9. Mai verschoben
Die Klausur wurde auf den 9. Mai verlegt
Das Konzert ist abgesagt
Antworte immer kurz
Je fume
J'apprends à nager
Mon loyer est de 900 euros
Ma femme est enceinte
Mes enfants s'appellent Luc et Léa
Appelle-moi Max
Notre fils s'appelle Luc
Nos chats s'appellent Tic et Tac
Nous avons divorcé
On habite à Lyon
On paie 900 euros de loyer
On n'a pas d'enfants
On s'est séparés
Tes réponses doivent être courtes
Le mariage est annulé
L' examen est annulé
La réunion est annulée
Ne réponds jamais en anglais
Réponds toujours en français
Tenemos dos perros
Vivo en Lugo
Trabajo en Correos
Tengo dos gatos
Soy vegano
Mi perro se llama Sol
Toco en una banda
Nací en Lugo
Crecí en Lugo
Juego al ajedrez
Hablo catalán
Estudio química
Prefiero respuestas cortas
Rosa y yo cortamos
Mis hijos se llaman Leo y Ana
Nuestro jefe se llama Juan
Nos mudamos a Vigo
El examen ha sido cancelado
La boda ha sido cancelada
Quiero respuestas cortas
Quisiera que respondas en verso
Aprendí a nadar
Fumo
Estoy embarazada
Estamos en Quito
Vivimos en Quito
Di a luz ayer
He dimitido
He vuelto a comer carne
Tuve un bebé
Me llamo Leo
Me gusta nadar
Me encantan las setas
Me he graduado
Me cambié de Orange a Yoigo
Me mudé a Vigo
Me separé de Rosa
Me divorcié de Rosa
Me gradué
Me licencié
Bebo café
Tomo té
Pago 900 euros de alquiler
Pagamos 900 euros de alquiler
Conduzco un Seat
Manejo un Ford
No como carne
Rompimos
Hemos roto
Renuncié
Dimití
Vuelvo a comer carne
Volví a comer carne
Odio las setas
Detesto las setas
Llámame Leo
Háblame de usted
Trátame de usted
Tus respuestas deben ser cortas
Nunca me respondas en verso
No me hables jamás en verso
No me hables más en verso
Responde siempre en español
Temos dois gatos
Vivo em Faro
Moro em Faro
Trabalho como médica
Tenho dois gatos
Sou vegano
Toco violino
Nasci em Faro
Cresci em Faro
Jogo xadrez
Falo inglês
Prefiro respostas curtas
Rosa e eu estamos divorciados
Meus gatos chamam-se Tic e Tac
Nossos filhos se chamam Ana e Rui
O meu cão chama-se Bobi
A nossa filha chama-se Ana
Nos separamos
O exame é amanhã às nove
O exame foi cancelado
O exame está cancelado
O exame passou para amanhã
Quero respostas curtas
Não como carne
Fumo
Estou grávida
Dei à luz
Tive um bebé
Terminei o curso
Acabei o curso
Concluí o curso
Estudo química
Bebo leite
Tomo chá
Pago 900 euros de renda
Pagamos 900 euros de renda
Conduzo um Seat
Dirijo um Ford
Faço anos em maio
Pedi demissão
Deixei o emprego
Larguei o emprego
Terminámos o namoro
Voltei a comer carne
Voltámos a comer carne
Odeio cogumelos
Detesto cogumelos
Gosto de cogumelos
Adoro cogumelos
Tuas respostas devem ser curtas
Nunca respondas em verso
Chamo-me Rui
Separámo-nos
Me chamo Rui
Me formei
Me mudei para Faro
Me demiti
Me divorciei de Rosa
Me separei de Rosa
Responde sempre em português
`;

it.each(said.trim().split('\n'))('%s', (message) => expect(statedInMessage(message)).toHaveLength(1));
