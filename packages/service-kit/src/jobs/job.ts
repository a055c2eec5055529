import { type Init, isJsonObject, type Job as JobMessage, type ServiceName } from '@agent-mem/contract';
import { type GraphNode, type JsonObject, type JsonValue, type NodeWrite, storedMembers } from '@agent-mem/storage';

/** How far a job is. The last three are ends: a job that has ended changes no more. */
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** What came of a job: texts by name. */
export type JobResult = Readonly<Record<string, string>>;

interface StoredJob {
  /** What is done, as its service names it. */
  readonly kind: string;
  /** The service whose work it is. */
  readonly service: ServiceName;
  readonly status: JobState;
  /** 0 to 1. */
  readonly progress: number;
  /** What it is about, e.g. the id of a conversation; `null`: nothing in particular. */
  readonly subject: string | null;
  /** Why it failed, or why its last slice did, which is tried again; `null`: neither did. */
  readonly error: string | null;
  readonly result: JobResult;
  /** The conversations that it is about, where they are several: it goes when one of them is erased. */
  readonly conversations: readonly string[];
  /** What it is to do. A job that has ended holds nothing of it. */
  readonly input: JsonObject;
  /** What its last slice left for its next one. */
  readonly memo: JsonObject;
  /** How often in a row a slice has failed. */
  readonly attempts: number;
  /** Where an instance waits for its end; `null`: none does. */
  readonly waiting_client: string | null;
}

/** Work that goes on after its request was answered, in slices. */
export interface Job extends StoredJob {
  readonly id: string;
  readonly conversationId: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** It waits for somebody: its turn is over. */
  readonly isPaused?: boolean;
}

const defaults: Omit<StoredJob, 'input' | 'memo'> & { readonly input: JsonValue; readonly memo: JsonValue } = {
  kind: '',
  service: 'graph',
  status: 'queued',
  progress: 0,
  subject: null,
  error: null,
  result: {},
  conversations: [],
  input: null,
  memo: null,
  attempts: 0,
  waiting_client: null,
};
const stored = storedMembers('Job', defaults);

/** Reads a node of kind Job. */
export function jobOf(node: GraphNode): Job {
  const { input, memo, ...members } = stored.read(node.properties);
  return {
    ...members,
    input: objectOf(input),
    memo: objectOf(memo),
    id: node.id,
    conversationId: node.conversationId,
    version: node.version,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
  };
}

/** The job behind a node, if callers may see it: one that has expired is gone. */
export function liveJob(node: GraphNode | undefined): Job | null {
  return node?.kind === 'Job' && node.status === 'ACTIVE' ? jobOf(node) : null;
}

/** Its node, to be written only if nobody has written it since it was read. `dueAt`: when it is looked at again; `null`: never. */
export function jobNode(job: Job, now: number, dueAt: number | null): NodeWrite {
  const { id, conversationId, version, created_at, updated_at, isPaused: _, ...members } = job;
  return {
    id,
    kind: 'Job',
    conversationId,
    createdAt: created_at,
    updatedAt: new Date(now).toISOString(),
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    properties: stored.write(members),
    expectedVersion: version,
  };
}

/** The node once it has expired; nothing of what came of it is left in it. */
export function expiredJobNode(job: Job, now: number): NodeWrite {
  const { kind, service, status } = job;
  return { ...jobNode(job, now, null), status: 'EXPIRED', properties: stored.write({ kind, service, status }) };
}

/** Whether it changes no more. */
export function isEnded({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

/** As it goes over the wire. */
export function jobMessage({
  id,
  kind,
  status,
  created_at,
  updated_at,
  progress,
  error,
  result,
  subject,
}: Job): Init<JobMessage> {
  return { id, kind, status, created_at, updated_at, progress, error, result, subject };
}

function objectOf(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}
