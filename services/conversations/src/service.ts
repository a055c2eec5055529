import { defineService } from '@agent-mem/service-kit';
import { mostEntries, variables } from './config.ts';
import { documentOf } from './domain/document.ts';
import { insightsKind } from './domain/insights/insight-job.ts';
import { evictOldest } from './events/evict-oldest.ts';
import { onInvocationCompleted } from './events/invocation-completed.ts';
import { onMessageAppended } from './events/message-appended.ts';
import { withInsights } from './follow-ups/with-insights.ts';
import { withReadings } from './follow-ups/with-readings.ts';
import { withSummary } from './follow-ups/with-summary.ts';
import { appendInvocation } from './handlers/append-invocation.ts';
import { appendMessage, indexMessage } from './handlers/append-message.ts';
import { appendMessages } from './handlers/append-messages.ts';
import { archive } from './handlers/archive.ts';
import { branch } from './handlers/branch.ts';
import { buildContext } from './handlers/build-context.ts';
import { create } from './handlers/create.ts';
import { deleteConversation } from './handlers/delete.ts';
import { diff } from './handlers/diff.ts';
import { end } from './handlers/end.ts';
import { exportConversation } from './handlers/export.ts';
import { findSimilar } from './handlers/find-similar.ts';
import { get } from './handlers/get.ts';
import { history } from './handlers/history.ts';
import { importConversation } from './handlers/import.ts';
import { insights } from './handlers/insights.ts';
import { list } from './handlers/list.ts';
import { merge } from './handlers/merge.ts';
import { purge } from './handlers/purge.ts';
import { references } from './handlers/references.ts';
import { restore } from './handlers/restore.ts';
import { search } from './handlers/search.ts';
import { summarize } from './handlers/summarize.ts';
import { toolCalls } from './handlers/tool-calls.ts';
import { update } from './handlers/update.ts';
import { takeInsightsSlice } from './insights/take-insights-slice.ts';
import { expiresWith } from './lifetime/expires-with.ts';
import { tendDueConversation } from './lifetime/tend-due-conversation.ts';
import { summariseKind, summariseSlice } from './summaries/summarise-job.ts';

/** Conversations: what was said, and what each invocation did. */
export const conversationsService = defineService({
  name: 'conversations',
  owns: ['Conversation', 'Message', 'ToolCall', 'ToolResult', 'Invocation', 'Insight', 'ConversationSummary'],
  makes: ['CodeUnit'],
  variables,
  lifetimes: [
    { kind: 'Message', variable: 'MESSAGE_TTL_DAYS' },
    { kind: 'Invocation', variable: 'MESSAGE_TTL_DAYS' },
    { kind: 'ToolCall', variable: 'MESSAGE_TTL_DAYS', isPart: true },
    { kind: 'ToolResult', variable: 'MESSAGE_TTL_DAYS', isPart: true },
  ],
  expiresWith,
  handlers: {
    create,
    get,
    update,
    append_message: appendMessage,
    append_messages: appendMessages,
    append_invocation: appendInvocation,
    list,
    history,
    search,
    find_similar: findSimilar,
    summarize,
    tool_calls: toolCalls,
    insights,
    references,
    build_context: buildContext,
    branch,
    diff,
    merge,
    end,
    archive,
    delete: deleteConversation,
    restore,
    export: exportConversation,
    import: importConversation,
    purge,
  },
  followUps: {
    append_message: indexMessage,
    append_messages: withReadings,
    insights: withInsights,
    summarize: withSummary,
  },
  documentOf,
  warmUp: (ask, scope) => [
    ask('conversations', 'build_context', { ...scope, query: 'What was said?', strategy: 'hybrid', other_conversations: true }),
  ],
  events: {
    'invocation-completed': onInvocationCompleted,
    'message-appended': onMessageAppended,
    'fact-stored': evictOldest,
  },
  // Without a limit there is nothing to evict.
  ignores: (type, config) => type === 'fact-stored' && mostEntries(config) === 0,
  due: { Conversation: tendDueConversation },
  jobs: { [insightsKind]: takeInsightsSlice, [summariseKind]: summariseSlice },
});
