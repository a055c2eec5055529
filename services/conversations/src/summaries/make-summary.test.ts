import { defaultScope } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { mortal, mortalGraph } from '../../test/mortal.ts';
import { handlerContext, startConversations } from '../../test/start-conversations.ts';
import type { Conversation } from '../domain/conversation.ts';
import { liveSummary, wholeSummaryId } from '../domain/summary/summary-node.ts';
import { findConversation } from '../find-conversation.ts';
import type { OnEventContext } from '../handler.ts';
import { makeSummary } from './make-summary.ts';

const talk = 'it was as it always is here and nobody had much to say about it '.repeat(5);
const said = (from: number) =>
  Array.from({ length: 60 }, (_, index) => ({
    role: 'user' as const,
    content: `Service${from + index}Host moved to port ${8_000 + from + index} in Lisbon. Then ${talk}.`,
  }));

test.each(['before', 'after'] as const)(
  'a process that dies %s any step leaves the old summary or the new one, whole',
  async (dies) => {
    let died = 0;
    for (let at = 1; ; at += 1) {
      await using conversations = await startConversations({ environment: { ENABLE_SUMMARIZATION: 'false' } });
      const context: OnEventContext = handlerContext(conversations);
      const read = (): Promise<Conversation> => findConversation(context.graph, defaultScope, 'c1');
      const stored = async () => liveSummary((await context.graph.get(defaultScope, [wholeSummaryId(await read())]))[0]);
      await conversations.call('append_messages', { conversation_id: 'c1', messages: said(0) });
      const old = (await makeSummary(await read(), context))?.summary;
      await conversations.call('append_messages', { conversation_id: 'c1', messages: said(60) });
      const life = { left: at, dies };
      const dying = { ...context, graph: mortalGraph(context.graph, mortal(life)) };
      await makeSummary(await read(), dying).catch(() => undefined);
      if (life.left > 0) break;
      died += 1;
      const left = await stored();
      const made = (await makeSummary(await read(), context))?.summary;
      expect(made).toMatchObject({ level: 'DETAILED', to: 120 });
      expect([old, made]).toContainEqual(left);
      expect(await stored()).toEqual(made);
    }
    // What is there, the messages, the chunks, each chunk's summary and the whole one.
    expect(died).toBeGreaterThanOrEqual(6);
  },
);
