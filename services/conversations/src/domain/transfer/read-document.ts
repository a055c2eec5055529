import type { JsonValue } from '@agent-mem/storage';
import { checkAgreement } from './agreement.ts';
import { type ConversationDocument, documentFormat, documentVersion } from './document.ts';
import * as rules from './document-rules.ts';
import { checked, each, onlyMembers, type Rule, wrong } from './document-rules.ts';

/** Members that have rules of their own, below. */
const readApart: Rule = () => undefined;

/** Reads a document. Refuses one that is not whole, or that no export can hold, with the JSON path of what is wrong. */
export function readDocument(text: string): ConversationDocument {
  const document = rules.objectAt(parsed(text), '$');
  if (document.format !== documentFormat) throw wrong('$.format', `must be ${JSON.stringify(documentFormat)}`);
  if (document.version !== documentVersion) throw wrong('$.version', `must be ${documentVersion}, the version that is read here`);
  onlyMembers(document, ['format', 'version', 'conversation', 'messages', 'invocations', 'summaries'], '$');
  const about = { ...rules.conversation, view: rules.view };
  checked(document.conversation, '$.conversation', about, rules.laterInConversation);
  each(document.messages, '$.messages', checkMessage);
  each(document.invocations, '$.invocations', (value, path) => checked(value, path, rules.invocation));
  each(document.summaries ?? [], '$.summaries', (value, path) => checked(value, path, rules.summary));
  // Every member has been checked above.
  const whole = document as unknown as ConversationDocument;
  checkAgreement(whole);
  return whole;
}

const checkMessage: Rule = (value, path) => {
  const members = { ...rules.message, content: readApart, tool_calls: readApart };
  const given = checked(value, path, members, { references: readApart });
  const isShown = given.status === 'ACTIVE' || given.status === 'ARCHIVED';
  if (isShown === (given.content === null))
    throw wrong(`${path}.content`, `must ${isShown ? 'be an object' : 'be null: the message is gone'}`);
  if (given.content !== null) checked(given.content, `${path}.content`, rules.content);
  each(given.references ?? [], `${path}.references`, (code, at) => checked(code, at, rules.code));
  each(given.tool_calls, `${path}.tool_calls`, (call, at) => {
    const { tool_result } = checked(call, at, { ...rules.call, tool_result: readApart });
    if (tool_result !== null) checked(tool_result, `${at}.tool_result`, rules.result);
  });
};

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong('$', `is no whole JSON document: ${error instanceof Error ? error.message : String(error)}`);
  }
}
