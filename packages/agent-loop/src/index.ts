/** One step of an agent with memory: think, act, write the trace. It knows nothing of journals and transports; a service runs it from step to step. */

export { cutToBytes, plainText } from './bounded-text.ts';
export { type Capture, createCapture } from './capture/capture.ts';
export { captureHistory, outputOf } from './capture/capture-history.ts';
export type { ToolOutput } from './capture/tool-output.ts';
export { completedEvent } from './completed-event.ts';
export { type LoopConfig, loopVariables } from './config.ts';
export { type Frame, frame } from './frame.ts';
export { type Invocation, receiptIdOf } from './invocation.ts';
export type { LoopContext } from './loop-context.ts';
export { memoryRules, type RulesOfScopes } from './memory/memory-rules.ts';
export { recallMemory } from './memory/recall-memory.ts';
export { recallText } from './memory/recall-text.ts';
export { noMemory, type RecalledMemory } from './memory/recalled-memory.ts';
export { disabledTiers, emptyTier, type MadeReceipt, receiptOf } from './memory/receipt.ts';
export { createWorkingMemory, type WorkingMemory } from './memory/working-memory.ts';
export { ReplyReader, readReply } from './reply/reply-reader.ts';
export { type LoopRules, ownRules, type UnusableStep } from './rules.ts';
export type { Run } from './run.ts';
export { recordsOfHistory, type StepRecord } from './step-record.ts';
export { type StepOutcome, takeStep } from './take-step.ts';
export { timeLimit } from './time-limit.ts';
export { argumentProblem, schemaProblem } from './tools/argument-schema.ts';
export { argumentsOfSchema } from './tools/arguments-of-schema.ts';
export { loopMemoryTools } from './tools/memory-tools.ts';
export type { Tool, ToolArgument, ToolContext } from './tools/tool.ts';
export { describeTool, findTool, offeredTools } from './tools/tool-choice.ts';
export type { ToolOrigin, ToolSource } from './tools/tool-source.ts';
