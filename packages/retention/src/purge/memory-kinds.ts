import type { NodeKind } from '@agent-mem/storage';

/** Every kind of memory. Unique keys are erased with the nodes that hold them. */
export const memoryKinds: readonly NodeKind[] = [
  'Fact',
  'Episode',
  'Error',
  'Solution',
  'Conversation',
  'Message',
  'ToolCall',
  'ToolResult',
  'Invocation',
  'Insight',
  'Detail',
  'Summary',
  'ConversationSummary',
  'Job',
  'CodeUnit',
  'Entity',
  'WeightChange',
  'Question',
  'Feedback',
  'FactBacklog',
  'EpisodeBacklog',
  'Profile',
  'Run',
];
