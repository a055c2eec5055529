// The two acts that each client plays, by each of its ways to ask: it tells something in one conversation, waits until that is stored, and asks for it in another.
import { once } from 'node:events';

const [, , address, ...drinks] = process.argv;
export const base = address;

/** The arguments of the tool that the model calls. */
export const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };

/** `ways`: by name, functions that say words in a conversation. They get what they answered before as `talk`, and answer `{ text, talk }`. */
export async function play(ways) {
  const played = {};
  for (const [index, [name, say]] of Object.entries(ways).entries()) {
    played[name] = await talkOf(say, [
      [`By ${name} I drink ${drinks[index]}.`, {}],
      ['And I live in Lyon.', { stream: true }],
      ['CALL weather', { tools: true }],
      ['CALL weather', { tools: true, stream: true }],
    ]);
  }
  console.log('told');
  await once(process.stdin, 'data');
  for (const [name, say] of Object.entries(ways)) {
    const asked = [
      [`What do I drink by ${name}?`, { stream: true }],
      ['Thank you.', {}],
    ];
    played[name].push(...(await talkOf(say, asked)));
  }
  console.log(JSON.stringify(played));
  process.exit();
}

async function talkOf(say, lines) {
  const texts = [];
  let talk;
  for (const [words, options] of lines) {
    const said = await say(words, { stream: false, tools: false, ...options, talk });
    texts.push(said.text);
    talk = said.talk;
  }
  return texts;
}
