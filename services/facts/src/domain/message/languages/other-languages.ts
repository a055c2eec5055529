import { sentencesOf } from '@agent-mem/llm';
import { join, notMeant, rules } from './rules.ts';

const greeting =
  /^(?:(?:hallo|hi|hey|moin|quatsch|nein|doch|ja|übrigens|also|bonjour|salut|non|oui|au fait|hola|buenas|perdón|por cierto|sí|olá|oi|aliás|não é isso|sim)[,!.]?\s+)+/iu;
/** In characters. */
const longest = 300;

/** What a message in German, French, Spanish or Portuguese says of its writer in simple forms, in its own language. */
export function otherLanguages(message: string): readonly string[] {
  const statements: string[] = [];
  /** A text may say the same a thousand times. */
  const read = new Map<string, readonly string[]>();
  for (const sentence of sentencesOf(
    message
      .replace(/```[\s\S]*?(?:```|$)/g, ' ')
      .replace(/[‘’ʼ]/g, "'")
      .replace(/\b(M|Mme|Sr|Sra|Dr|Fr|Hr)\. (?=\p{Lu})/gu, '$1 '),
  )) {
    const said = read.get(sentence) ?? statementsIn(sentence);
    read.set(sentence, said);
    statements.push(...said);
  }
  return statements;
}

function statementsIn(sentence: string): readonly string[] {
  if (sentence.length > longest || notMeant.test(sentence)) return [];
  return sentence
    .replace(greeting, '')
    .split(join)
    .flatMap((part) => {
      const bare = part.replace(/,\s+(?:nicht|pas|no|não) [^,]*$/iu, '').replace(/[\s.!…]+$/u, '');
      const rule = rules.find(({ form }) => form.test(bare));
      return rule ? [bare.replace(rule.form, rule.as)] : [];
    });
}
