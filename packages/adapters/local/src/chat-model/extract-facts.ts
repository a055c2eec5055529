import type { TemplateVariables } from '@agent-mem/llm';
import { clausesOf } from './clauses.ts';
import type { Statement } from './of-the-user.ts';
import { statementOf } from './statement.ts';

const most = 3;
const longest = 300;

/** What a message says of its writer, as statements in the third person: at most three, none from questions or thanks. */
export function extractFacts({ message }: Pick<TemplateVariables['extract-facts'], 'message'>): readonly string[] {
  const statements = new Set<string>();
  let subject: string | null = null;
  for (const clause of clausesOf(message)) {
    const found: Statement | null = clause.length <= longest ? statementOf(clause, subject) : null;
    subject = found?.subject ?? null;
    if (found !== null) statements.add(found.text);
    if (statements.size === most) break;
  }
  return [...statements];
}
