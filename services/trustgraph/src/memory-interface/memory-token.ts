import { createHash, timingSafeEqual } from 'node:crypto';
import { OperationError } from '@agent-mem/contract';
import type { RunningFlow } from '@agent-mem/trustgraph';
import { flowSetting, settingSources } from '../flows/flow-setting.ts';

/**
 * Refuses, `unauthenticated`, a client of the gateway without the token of the flow, where one is set (`memory-token`). It stands in the configuration of the
 * workspace, which TrustGraph shows to whom the workspace is open: for what it passes through by WebSocket it does not ask whether that is so.
 */
export function checkToken(flow: RunningFlow, configTypes: readonly string[], token: string | null): void {
  const wanted = flowSetting(settingSources(flow, configTypes), 'memory-token', tokenOf);
  if (wanted === null || (token !== null && timingSafeEqual(digest(token), digest(wanted)))) return;
  const { workspace, flow: name } = flow.entry;
  throw new OperationError('unauthenticated', `token: must be the memory-token of the flow ${workspace}/${name}`);
}

/** The token without the quotes of JSON, and as it stands in them: nothing in it is an escape. */
function tokenOf(text: string): string {
  const token = text.replace(/^"(.*)"$/, '$1');
  if (token === '') throw new Error('An empty token is none');
  return token;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
