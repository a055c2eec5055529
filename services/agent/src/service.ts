import { type ToolOrigin, warmUpMemory } from '@agent-mem/agent-loop';
import { defineService, promptsFrom } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { finishInvocations } from './finish-invocations.ts';
import { cancel } from './handlers/cancel.ts';
import { forkWith } from './handlers/fork.ts';
import { getReceipt } from './handlers/get-receipt.ts';
import { invokeWith } from './handlers/invoke.ts';
import { listWaiting } from './handlers/list-waiting.ts';
import { recall } from './handlers/recall.ts';
import { resumeWith } from './handlers/resume.ts';
import { createInstance } from './instance.ts';
import { servePending } from './places/serve-pending.ts';
import { tendDueRun } from './waiting/tend-due-run.ts';

/** What a project gives the agent. */
export interface AgentOptions {
  /** Its own tools and origins of tools, offered beside those of memory. */
  readonly tools?: readonly ToolOrigin[];
}

/** The ReAct loop with memory, and with a project's own tools. */
export function agentServiceWith({ tools = [] }: AgentOptions) {
  return defineService({
    name: 'agent',
    owns: ['Run'],
    variables,
    warmUp: warmUpMemory,
    state: createInstance,
    handlers: {
      invoke: invokeWith(tools),
      cancel,
      recall,
      get_receipt: getReceipt,
      resume: resumeWith(tools),
      fork: forkWith(tools),
      list_waiting: listWaiting,
    },
    journaled: ['invoke', 'resume', 'fork'],
    due: { Run: tendDueRun },
    periodicJobs: () => [{ name: 'finish-invocations', everyMs: 2_000, run: finishInvocations }],
    async start(context) {
      // A broken file stops the start.
      await promptsFrom(context.config.PROMPTS_FILE);
      // Not awaited: a start waits for no store.
      finishInvocations(context).catch((error) => {
        context.log.error({ err: error }, 'invocations of ended processes could not be continued');
      });
      return servePending(context, tools);
    },
  });
}
