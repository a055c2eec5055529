import { type Sliced, sliceEnd } from '@agent-mem/runtime';
import type { MessageSinceLastEnd } from '@agent-mem/service-kit';
import type { SaidStatement } from '../extraction/conversation-statements.ts';
import { extractingFacts } from './extract-facts.ts';
import { knownNames } from './known-names.ts';
import { withoutMovesHeld } from './updates/moved-on.ts';
import { withWhom } from './whom.ts';

const most = 10;

/**
 * What messages say of their writer, each statement with the last message that makes it: at most ten, the latest. What is known says which names are people's.
 * `before`: what the user wrote before them; `null`: nothing.
 */
export function* messageFacts(
  messages: readonly MessageSinceLastEnd[],
  known: readonly string[],
  before: string | null,
): Sliced<readonly SaidStatement[]> {
  const said = new Map<string, MessageSinceLastEnd>();
  for (const [index, message] of messages.entries()) {
    const contents = [...known, ...said.keys()];
    const names = knownNames(contents);
    const whole = withWhom(message.content, messages[index - 1]?.content ?? before, contents);
    const texts = yield* extractingFacts({ message: whole, at: Date.parse(message.timestamp), names });
    for (const text of withoutMovesHeld(texts, known)) said.set(text, message);
    yield* sliceEnd(message.content);
  }
  return [...said].map(([text, message]) => ({ text, message })).slice(-most);
}
