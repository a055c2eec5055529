import { sentencesOf } from '@agent-mem/llm';

/** Longer questions may tell something on the way. */
const longestQuestion = 200;

/** Greetings, thanks, assent and goodbyes of six languages. */
const polite =
  "hi|hello|hey|good (?:morning|afternoon|evening|night)|thanks|thank you|thx|ty|cheers|many|thanks|so much|very much|a lot|again|ok|okay|k|yes|yeah|yep|no|nope|sure|right|exactly|great|good|nice|cool|perfect|awesome|excellent|wonderful|got it|i see|understood|makes sense|sounds good|well done|please|go on|continue|bye|goodbye|see you|later|lol|haha|hallo|guten (?:morgen|tag|abend)|danke|vielen dank|danke sehr|ja|nein|genau|gut|super|prima|alles klar|bitte|tschüss|bonjour|salut|bonsoir|merci|merci beaucoup|oui|non|d'accord|parfait|au revoir|hola|buenos días|buenas (?:tardes|noches)|gracias|muchas gracias|sí|si|vale|claro|perfecto|adiós|olá|oi|bom dia|boa (?:tarde|noite)|obrigad[oa]|muito obrigad[oa]|sim|não|certo|perfeito|tchau|ciao|grazie";
const between = '[\\s,.!?;:…-]';
/** They alone, or one behind the other. */
const courtesy = new RegExp(`^(?:${polite})(?:${between}+(?:${polite}))*${between}*$`, 'iu');

const asking =
  /^(?:(?:and|so|but|ok|okay|und|et|y|e)[,\s]+)?(?:who|whom|whose|what|what's|where|where's|when|why|how|which|is|are|was|were|does|did|do|wer|was|wann|wo|warum|wie|welche[rsn]?|qui|que|quoi|quel(?:le)?s?|quand|où|pourquoi|comment|combien|qué|quién(?:es)?|cuándo|dónde|por qué|cómo|cuál(?:es)?|cuánt[oa]s?|quem|qual|quais|quando|onde|por que|como|quant[oa]s?)(?![\p{L}\p{N}])/iu;
/** "How do I …" says "I" of nobody. */
const impersonal = /\bhow (?:do|can|could|should|would) i\b/giu;
const firstPerson =
  /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|us|our|ours|ich|mich|mir|mein\p{L}*|wir|uns|unser\p{L}*|je|j'|moi|me|m'|mon|ma|mes|nous|notre|nos|yo|mi|mis|mí|conmigo|nosotr[oa]s|nuestr[oa]s?|eu|mim|meu|meus|minha|minhas|nós|nosso|nossa|nossos|nossas)(?![\p{L}\p{N}])|(?<!\p{L})[jm]['’]/iu;
/** What is to be remembered may be asked for, and something may be said on the way: "Did you know Anne moved to Porto?" */
const telling = /[,;:–—]|\b(?:know|remember|remind|note|since|because|now that)\b/iu;

/**
 * Whether a message says nothing that could be learned of its user: it greets, thanks or agrees, or asks about the world alone. So a model need not
 * be asked. In doubt it does say something.
 */
export function hasNothingToLearn(message: string): boolean {
  const said = message.replace(/```[\s\S]*?(?:```|$)/g, ' ').trim();
  return sentencesOf(said).every((sentence) => courtesy.test(sentence) || isBareQuestion(sentence));
}

function isBareQuestion(sentence: string): boolean {
  const asked = sentence.trim().replace(impersonal, ' ');
  if (!/\?["')\]\s]*$/.test(asked) || asked.length > longestQuestion) return false;
  return asking.test(sentence.trim()) && !firstPerson.test(asked) && !telling.test(asked.replace(/^\p{L}+,/u, ''));
}
