import { sentencesOf } from '@agent-mem/llm';
import { beforeClause } from '../../extraction/asked-to-remember.ts';
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
      .replace(/\bheiss(?=e\b|t\b)/gi, 'heiß')
      .replace(
        /(?<=\b\d{1,2})\.(?= (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b)/gi,
        '',
      )
      .replace(/\b(M|Mme|Sr|Sra|Dr|Fr|Hr)\. (?=\p{Lu})/gu, '$1 '),
  )) {
    const said = read.get(sentence) ?? statementsIn(sentence);
    read.set(sentence, said);
    statements.push(...said);
  }
  return statements;
}

function statementsIn(sentence: string): readonly string[] {
  if (sentence.length > longest) return [];
  const said = sentence.replace(greeting, '');
  const asked = said.replace(beforeClause, '');
  const clause = verbSecond(asked);
  if (notMeant.test(clause)) return [];
  const found = clause.split(join).flatMap((part) => {
    const bare = part.replace(/,\s+(?:nicht|pas|no|não) [^,]*$/iu, '').replace(/[\s.!…]+$/u, '');
    const rule = rules.find(({ form }) => form.test(bare));
    // German writes a noun with a capital, and people often do not.
    return rule
      ? [
          bare
            .replace(rule.form, rule.as)
            .replace(/^(?:Die|Der) \p{Ll}/u, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase()),
        ]
      : [];
  });
  if (found.length > 0 || asked === said) return found;
  const bare = clause.replace(/^dass /i, '');
  return [`The user said: "${bare.charAt(0).toUpperCase()}${bare.slice(1)}"`];
}

/** "Dass ich in Kiel wohne" as it is stated: German has the verb of such a clause behind. */
function verbSecond(sentence: string): string {
  const clause = sentence.replace(/[\s.!…]+$/u, '');
  return clause.replace(/^dass (ich|wir|(?:meine?|unsere?) \p{L}+(?: \p{Lu}\p{L}+)?) (.+) (\p{L}+)$/iu, '$1 $3 $2');
}
