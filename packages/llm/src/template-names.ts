import type { TemplateName } from './template.ts';

const ofSummary = ['previous', 'messages', 'summaries', 'facts', 'role', 'content', 'max_tokens'];

/** What a template may mention, outside and inside its lists. */
export const variablesOf: Readonly<Record<TemplateName, readonly string[]>> = {
  react: [
    ...['additional_context', 'facts', 'episodes', 'conversation', 'working_memory', 'tools', 'state', 'question', 'learns'],
    'asked_at',
    'opens_references',
    ...['conversation_summary', 'sessions', 'other_sessions', 'heading', 'lines', 'role'],
    ...['id', 'content', 'timestamp', 'goal', 'steps', 'outcome', 'lessons', 'query', 'summary', 'result'],
    ...['type', 'name', 'description', 'arguments'],
  ],
  'extract-facts': ['message', 'said_at', 'observations', 'most', 'learning_rules'],
  'reconcile-facts': ['memories', 'facts', 'refused', 'number', 'content', 'timestamp'],
  'record-episode': [
    ...['question', 'steps', 'answer', 'thought', 'action', 'arguments', 'observation', 'success', 'from_memory'],
    ...['errors', 'number', 'error', 'candidates', 'attempt', 'learning_rules'],
  ],
  'record-conversation': [
    ...['invocations', 'messages', 'episodes', 'query', 'summary', 'result', 'role', 'content'],
    ...['goal', 'outcome', 'lessons', 'learning_rules'],
  ],
  'conversation-facts': ['messages', 'before', 'known', 'number', 'role', 'content', 'said_at', 'learning_rules'],
  'summarise-steps': ['goal', 'record', 'items', 'max_tokens', 'step', 'type', 'content'],
  'consolidate-source': ['kind', 'description', 'content', 'subjects', 'learning_rules'],
  'write-article': ['subject', 'statements', 'max_tokens'],
  'describe-detail': ['source', 'content'],
  'summarise-invocation': [
    'question',
    'steps',
    'answer',
    'thought',
    'action',
    'arguments',
    'observation',
    'success',
    'from_memory',
  ],
  'summary-brief': ofSummary,
  'summary-standard': ofSummary,
  'summary-chunk': ofSummary,
  'summary-meta': ofSummary,
  'summary-rolling': ofSummary,
  'summary-conversation': ofSummary,
  'summary-journal': ofSummary,
  'summary-document': ofSummary,
  'conversation-insights': ['task', 'items', 'schema', 'found', 'messages', 'role', 'content'],
  'profile-field': ['content', 'fields', 'name', 'description'],
};

/** Every template's name. */
export const templateNames = Object.keys(variablesOf) as readonly TemplateName[];
