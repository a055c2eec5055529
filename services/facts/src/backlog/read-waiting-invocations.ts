import { QuotaExceeded } from '@agent-mem/retention';
import { conflictsRetried, inTurns } from '@agent-mem/runtime';
import { backlogOf, doneBacklog, type EventContext, postpone } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { indexLesson } from '../lesson/index-lesson.ts';
import { learnableFacts } from '../lesson/learnable-facts.ts';
import { plannedLesson } from '../lesson/planned-lesson.ts';
import { learnedFromAll, statementsByModel } from '../reading/invocation-statements.ts';
import { modelReadNotes } from '../reading/model-read.ts';
import { invocationsIn } from '../reading/said-in-invocation.ts';
import { flowOfRows } from './waiting-rows.ts';

/** Has the model read invocations of a conversation that rules have read, with one question. */
export async function readWaitingInvocations(rows: readonly GraphNode[], context: EventContext<Config>): Promise<void> {
  const { clock, graph, log, metrics, scope, signal } = context;
  const said = await invocationsIn(
    rows.flatMap((row) => backlogOf(row).event ?? []),
    context,
  );
  const ended = () => rows.map((row) => doneBacklog(row, clock.now()));
  const { value, waitsFor } = await statementsByModel(said, context);
  if (waitsFor !== null) return postpone(rows, waitsFor, context);
  if (value === null) return void (await graph.commit(scope, { nodes: ended() }));

  const conversationId = said[0]?.event.conversation_id || null;
  const learned = await inTurns(learnedFromAll(said, value.statements, context.analysis.language));
  const { facts } = await learnableFacts(learned, conversationId, context);
  const made = rows.flatMap((row) => backlogOf(row).made);
  const origin = { conversationId, flow: flowOfRows(rows) };
  try {
    await conflictsRetried(signal, async () => {
      const lesson = await plannedLesson(facts, { made }, origin, context);
      const notes = await modelReadNotes(said, context);
      await graph.commit(scope, { ...lesson.change, nodes: [...lesson.change.nodes, ...notes, ...ended()] });
      await indexLesson(lesson, context);
    });
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    metrics.leftOut(error.kind, 'quota', 1);
    log.warn({ err: error.message }, 'facts from invocations were not stored: the scope is full');
    await graph.commit(scope, { nodes: ended() });
  }
}
