// Made from proto/ by "npm run generate".

/** A step made before this request: the caller carries the trace. */
export interface AgentStep {
  thought: string;
  action: string;
  arguments: Record<string, string>;
  /** A long one is stored whole as a detail, and stands in the trace as its reference and an excerpt. */
  observation: string;
  /** Whether the tool did what it was asked for; absent: it is not known, and taken for yes. */
  success: boolean | null;
}

export interface AgentRequest {
  workspace: string;
  user: string;
  collection: string;
  question: string;
  history: AgentStep[];
  /** Frames as the model writes; absent or false: whole ones. */
  streaming: boolean;
  /** A state of the task; tools may be offered by it. */
  state: string;
  /** Only tools of these groups, beside the caller's own; none: all. */
  group: string[];
  /** Absent or empty: this invocation is a conversation of its own. */
  conversation_id: string | null;
  /** Absent: on. False: this invocation neither reads nor writes memory. */
  enable_memory: boolean | null;
  metadata: Record<string, string>;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
  /** Whether the prompt shows messages of the scope's other conversations that answer the question. Absent: what RECALL_OTHER_CONVERSATIONS says. */
  other_conversations: boolean | null;
  /** Tools that the caller runs: a call of one ends the stream by a frame of type waiting, and its result comes by Resume. They need may_wait. */
  tools: CallerTool[];
  /** The caller understands frames of type waiting, and that the run goes on by Resume. Absent or false: what would wait for somebody is not called. */
  may_wait: boolean;
  /** A model of LLM_MODELS that is asked instead of LLM_MODEL. */
  model: string | null;
}

/** A tool that the caller of Invoke runs. */
export interface CallerTool {
  name: string;
  description: string;
  /** The JSON Schema of its arguments, an object. Empty: any. */
  schema: string | null;
}

/** A call that a run waits for. */
export interface AwaitedCall {
  call_id: string;
  /** Of tool and arguments; a decision names it. */
  digest: string;
  awaits: 'approval' | 'answer' | 'result';
  tool: string;
  /** A JSON object, as it is stored: what the scope's policy takes out is not in it. */
  arguments: string;
}

/** What is decided on a call. */
export interface CallDecision {
  call_id: string;
  digest: string;
  /** approve and change: of an approval. answer: of a question. result: of a tool of the caller. refuse: of any. */
  decision: 'approve' | 'change' | 'refuse' | 'answer' | 'result';
  /** The reason of a refusal, the answer, or the result. */
  text: string;
  /** Of change: the arguments that it is called with instead, a JSON object. */
  arguments: string | null;
  /** Who decided, by a name of the caller's. */
  by: string;
  /** Of result: whether the tool did what it was asked for. Absent: it did. */
  success: boolean | null;
}

export interface ResumeRequest {
  workspace: string;
  user: string;
  collection: string;
  invocation_id: string;
  /** None: only the frames, or what is waited for still. */
  decisions: CallDecision[];
}

export interface ForkRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The run it begins from. It waits, or ended within FORK_TTL_HOURS. */
  invocation_id: string;
  /** How many of its steps are taken over; the new run goes on behind them. 0: none. */
  step: number;
  /** Absent: the question of that run. */
  question: string | null;
  /** A model of LLM_MODELS. Absent: that of that run. */
  model: string | null;
  /** What the last of the steps gave, instead of what it did. Needs a step. */
  result: string | null;
  /** Absent or empty: a branch of that run's conversation from before its question. */
  conversation_id: string | null;
  /** Frames as the model writes; absent or false: whole ones. */
  streaming: boolean;
  /** As in Invoke, of the new run. */
  may_wait: boolean;
}

export interface ListWaitingRequest {
  workspace: string;
  user: string;
  collection: string;
  limit: number;
  /** next_cursor of the page before. */
  cursor: string | null;
}

/** A run that waits. */
export interface WaitingRun {
  invocation_id: string;
  conversation_id: string;
  question: string;
  /** What it waits for still. */
  waiting: AwaitedCall[];
  waiting_since: string;
  /** It ends by an error then. */
  expires_at: string;
}

export interface ListWaitingResponse {
  runs: WaitingRun[];
  /** Absent on the last page. */
  next_cursor: string | null;
}

/** One frame of an answer. */
export interface AgentResponse {
  type: 'thought' | 'action' | 'observation' | 'answer' | 'error' | 'waiting';
  content: string;
  /** The thought, action, observation or answer is complete. */
  end_of_message: boolean;
  /** Nothing follows. */
  end_of_dialog: boolean;
  /** These five only in the last frame. */
  answer: string | null;
  invocation_id: string | null;
  conversation_id: string | null;
  receipt: Receipt | null;
  /** Why there is no answer; only where type is error. */
  error: Error | null;
  /** What the filter found in what this invocation leaves to memory. */
  sensitive: SensitiveFinding[];
  /** Only in the last frame: what models were asked, by model. */
  usage: ModelUsage[];
  /** Only in the last frame, of type waiting: the calls that Resume decides on. */
  waiting: AwaitedCall[];
  /** With them: when the run ends by an error. */
  expires_at: string | null;
  /** Only in the last frame, of type answer: the model was not done. It was at the limit of iterations, or made calls that gave nothing new, and was asked for its answer without tools. Or its server cut the answer off, at a limit of tokens or by a filter. */
  cut_short: boolean | null;
}

export interface CancelRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The id of the request to stop, its idempotency key, or the invocation's id. */
  id: string;
}

export interface CancelResponse {
  /** False when nothing by that id was running here. */
  cancelled: boolean;
}

export interface RecallRequest {
  workspace: string;
  user: string;
  collection: string;
  query: string;
  /** Recalls of this conversation too: its own facts, and what was said and done in it. Empty counts as absent. */
  conversation_id: string | null;
  /** Most tokens of the text. Absent: MEMORY_CONTEXT_TOKENS. */
  max_tokens: number | null;
  /** Most facts, and most episodes; of format roles, most facts and messages together. Absent: as the service is configured. */
  top_k: number | null;
  /** tiers: as Invoke shows them. roles: lines of [role] content, facts and messages in one list, best first, below the conversation's summaries. */
  format: 'tiers' | 'roles';
  /** As in AgentRequest; of format roles without a conversation it is always on. */
  other_conversations: boolean | null;
  /**
   * Texts that the caller shows already, each as the SHA-256 of its UTF-8 bytes in lower-case hex: of format roles, no message that says one of them is recalled,
   * nor, where the query is one, what its conversation has learned from it.
   */
  shown: string[];
}

export interface RecallResponse {
  /** Empty where nothing was found. */
  text: string;
  receipt: Receipt;
}

export interface GetReceiptRequest {
  workspace: string;
  user: string;
  collection: string;
  receipt_id: string;
}

export interface GetReceiptResponse {
  receipt: Receipt;
}

/** What the topics of agent carry: one operation a message. */
export interface AgentOperation {
  invoke: AgentRequest | null;
  cancel: CancelRequest | null;
  recall: RecallRequest | null;
  get_receipt: GetReceiptRequest | null;
  resume: ResumeRequest | null;
  list_waiting: ListWaitingRequest | null;
  fork: ForkRequest | null;
}

/** The answer to an AgentOperation, or one frame of it. */
export interface AgentReply {
  invoke: AgentResponse | null;
  cancel: CancelResponse | null;
  recall: RecallResponse | null;
  get_receipt: GetReceiptResponse | null;
  resume: AgentResponse | null;
  list_waiting: ListWaitingResponse | null;
  fork: AgentResponse | null;
  /** Absent on success. */
  error: Error | null;
  /** Of a stream: the frame's place, from 0. */
  sequence: number | null;
  /** Of a stream: this frame is the last. */
  end: boolean | null;
  /** What the request had that is not known, a text each; null where there is nothing to report. Of a stream: in its first frame. */
  warnings: string[];
}

/** Where a fact was learned: the message or invocation, and the words that say it. */
export interface Evidence {
  message_id: string;
  invocation_id: string;
  quote: string;
}

/** One standalone statement believed about the world or the user. */
export interface Fact {
  id: string;
  content: string;
  /** The conversation it was learned in, or whatever the sender named. */
  source: string;
  /** When it was said or learned (ISO 8601, UTC). The sender may give it. */
  timestamp: string;
  /** Only with include_embedding. */
  embedding: number[];
  metadata: Record<string, string>;
  /** 0 to 1. */
  confidence: number;
  status: 'ACTIVE' | 'SUPERSEDED' | 'DELETED' | 'ARCHIVED' | 'QUARANTINED' | 'EXPIRED';
  /** "scope": the whole scope sees it. "conversation": only the conversation in conversation_id, until it is promoted. */
  visibility: 'scope' | 'conversation';
  conversation_id: string | null;
  /** Who vouches for it. */
  trust: 'user' | 'tool' | 'agent' | 'import';
  subject: string | null;
  predicate: string | null;
  object: string | null;
  /** From when and until when it holds in the world; absent: not said. */
  valid_from: string | null;
  valid_to: string | null;
  /** The fact that took its place. */
  replaced_by: string | null;
  evidence: Evidence | null;
  /** When we received it. */
  received_at: string;
  /** Counts the changes of this record, from 1. */
  version: number;
  /** Learned; only with include_weights. */
  weight: number | null;
  /** How well it fits the query, 0 to 1, comparable between queries. Only in answers of Retrieve. */
  score: number | null;
  /** By stage; answers stand in order of "ranking". Only with explain. */
  scores: Record<string, number>;
  /** It still has to be compared with what else is known: the models that do it were away, or did not give an answer that could be used. */
  unreconciled: boolean;
  /** Why it is QUARANTINED. */
  quarantine_reason: string | null;
  tags: string[];
  /** The caller's own name of it, unique among the scope's facts that are ACTIVE or QUARANTINED. */
  key: string | null;
  /** The metadata as a JSON object, where a value of it is no text; `metadata` has the JSON of such values then. */
  metadata_json: string | null;
}

/** What was found in a text that should not be kept as it is, and what was done about it. */
export interface SensitiveFinding {
  /** secret, private-key, password, payment-card, bank-account … */
  kind: string;
  count: number;
  /** allowed, redacted or refused. */
  action: string;
}

/** Which records may be answered: all conditions hold. A filter without any lets every record through. */
export interface Filter {
  metadata: MetadataCondition[];
  /** The record has at least one of these tags. Upper and lower case differ. */
  tags_any: string[];
  /** The record has all of these tags. */
  tags_all: string[];
}

/**
 * One condition on one key of the metadata; exactly one of the five members beside key is given. Several conditions may name one key.
 * Two numbers compare as numbers, two other texts by their UTF-16 code units; a number is neither equal to, less nor greater than another text.
 * A number is a text that JSON writes as one (1, -0.5, 1e3) and a 64-bit float holds without loss. A key that is absent passes exists: false alone.
 */
export interface MetadataCondition {
  key: string;
  /** "1" equals "1.0". */
  equals: string | null;
  /** Equals one of these. */
  in: string[];
  /** Whether the key is there. */
  exists: boolean | null;
  less_than: string | null;
  greater_than: string | null;
}

/** One state a record has been in. */
export interface FactVersion {
  version: number;
  /** What was done: stored, deleted, restored, updated, superseded, promoted. */
  change: string;
  changed_at: string;
  fact: Fact;
}

/** What was attempted, the key steps, the outcome, the lessons. */
export interface Episode {
  id: string;
  goal: string;
  steps: string[];
  outcome: string;
  lessons: string;
  timestamp: string;
  embedding: number[];
  metadata: Record<string, string>;
  /** As outcome_status: true where it succeeded, false where it failed. Of an episode that 0.1.0 recorded: whether it ended in an answer. */
  success: boolean | null;
  status: 'ACTIVE' | 'SUPERSEDED' | 'DELETED' | 'ARCHIVED' | 'QUARANTINED' | 'EXPIRED';
  conversation_id: string | null;
  invocation_id: string | null;
  trust: 'user' | 'tool' | 'agent' | 'import';
  received_at: string;
  version: number;
  weight: number | null;
  score: number | null;
  scores: Record<string, number>;
  /** Why it is QUARANTINED. */
  quarantine_reason: string | null;
  tags: string[];
  /** The caller's own name of it, unique among the scope's episodes that are ACTIVE or QUARANTINED. */
  key: string | null;
  /** The metadata as a JSON object, where a value of it is no text; `metadata` has the JSON of such values then. */
  metadata_json: string | null;
  /** Whether what was attempted succeeded; that it ended in an answer says nothing of it. `outcome` describes it. */
  outcome_status: 'unknown' | 'succeeded' | 'failed' | null;
  /** Why that is believed. */
  outcome_reason: string | null;
  /** What it rests on, the weakest first: that it ended by an error, what the user said next, a tool's final status, explicit feedback. */
  outcome_by: 'ending' | 'message' | 'tool' | 'feedback' | null;
}

/** One state a record has been in. */
export interface EpisodeVersion {
  version: number;
  /** What was done: stored, updated, deleted, restored, expired, archived. */
  change: string;
  changed_at: string;
  episode: Episode;
}

/** An error and what solved it. */
export interface ErrorSolutionPair {
  error_id: string;
  /** As it was read when it was met last, shortened. */
  error: string;
  solution_id: string;
  solution: string;
  /** Of the edge solved_by that joins them, 0 to 1: it rises with each time the solution helped, and falls when it did not. */
  weight: number;
  /** Times it helped, and times it did not. */
  helped: number;
  failed: number;
  /** How like the error is to what was asked for, times the weight: 0 to 1. */
  score: number;
  /** Why a model named it among the steps that can have got over the error; absent where rules did. */
  why: string | null;
  /** The edge solved_by that joins them, by which UpdateEntityWeight weighs it. Of the given weight the part within 0 and 1 counts. */
  edge_id: string;
}

/** What one invocation did, in three sentences. */
export interface InvocationSummary {
  query: string;
  /** What the agent did. */
  summary: string;
  /** How it ended. */
  result: string;
  /** When it ended; absent: when we received it. */
  timestamp: string;
  /** Makes a repeated Update of the same invocation have one effect. */
  invocation_id: string | null;
}

/** The summaries of a conversation's invocations, oldest first. */
export interface ConversationMemory {
  conversation_id: string;
  invocations: InvocationSummary[];
  metadata: Record<string, string>;
  /** The conversation and message it branches off. */
  branch_of: string | null;
  branched_at: string | null;
  /** Ids of the conversations that branch off it. */
  branches: string[];
  /** The conversation that has its messages now; nothing is appended to it any more. */
  merged_into: string | null;
  title: string | null;
  /** What all of it comes to, and the id by which History answers what that covers; absent: nobody has summarised it. */
  summary: string | null;
  summary_id: string | null;
}

/** A series of invocations and messages with one conversation_id. */
export interface Conversation {
  id: string;
  created_at: string;
  updated_at: string;
  title: string | null;
  summary: string | null;
  tags: string[];
  message_count: number;
  status: 'active' | 'ended' | 'archived';
  metadata: Record<string, string>;
  ended_at: string | null;
  invocation_count: number;
  version: number;
  weight: number | null;
  score: number | null;
  /** The conversation and message this one branches off. */
  branch_of: string | null;
  branched_at: string | null;
  /** The conversation that has its messages now; nothing is appended to it any more. */
  merged_into: string | null;
  /** Who archived it: caller. */
  archived_by: string | null;
  /** The metadata as a JSON object, where a value of it is no text; `metadata` has the JSON of such values then. */
  metadata_json: string | null;
  /** What its creator set; absent: what the fleet's variables say. */
  enable_summarization: boolean | null;
  summarize_every: number | null;
  embed_messages: boolean | null;
  max_context_messages: number | null;
  /** The summary that covers all of it, by which History answers what it covers; absent: there is none. */
  summary_id: string | null;
  /** Of FindSimilar: (1 + cosine) / 2 of the query and the summary. */
  similarity: number | null;
  /** The file that holds what was said, from DATA_DIR, where PERSISTENCE_TYPE is files. */
  file_path: string | null;
}

/** What was said in a conversation. */
export interface Message {
  id: string;
  conversation_id: string;
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
  reasoning: string | null;
  /** When it was said (the sender may give it). */
  timestamp: string;
  /** When we received it. */
  received_at: string;
  /** In tokens of o200k. */
  token_count: number;
  /** Place in the conversation, from 1, without gaps. */
  ordinal: number;
  /** Who wrote it, where the role does not tell. */
  speaker: string | null;
  metadata: Record<string, string>;
  status: string;
  tool_calls: ToolCall[];
  weight: number | null;
  score: number | null;
  scores: Record<string, number>;
  /** The metadata as a JSON object, where a value of it is no text; `metadata` has the JSON of such values then. */
  metadata_json: string | null;
}

/** A tool called while a message was made. */
export interface ToolCall {
  id: string;
  message_id: string;
  tool_name: string;
  /** JSON. */
  arguments: string;
  timestamp: string;
  duration_ms: number;
  success: boolean;
  iteration: number | null;
  tool_result: ToolResult | null;
  weight: number | null;
}

/** What a tool answered. */
export interface ToolResult {
  id: string;
  tool_call_id: string;
  success: boolean;
  /** JSON. */
  result: string;
  error: string | null;
  timestamp: string;
  result_size_bytes: number;
  weight: number | null;
}

/** One element of the trace of a running invocation. */
export interface WorkingMemoryItem {
  type: 'goal' | 'thought' | 'action' | 'observation' | 'summary';
  content: string;
  timestamp: string;
  /** Known keys: token_count (tokens of o200k), tool, critical ("true" keeps it through compression), error ("true"). */
  metadata: Record<string, string>;
}

/** A payload kept outside the context. */
export interface Detail {
  id: string;
  /** The word in the placeholder: [MemoryRef: memory_key - description]. */
  memory_key: string;
  memory_type: string;
  description: string;
  content_type: string;
  /** Bytes, at most 2^31. */
  size_bytes: number;
  sha256: string;
  created_at: string;
  conversation_id: string | null;
  metadata: Record<string, string>;
  score: number | null;
  weight: number | null;
  /** The agent that made it. */
  agent_id: string | null;
  invocation_id: string | null;
  /** The command or tool call that gave it. */
  source_command: string | null;
  /** Bytes in the middle that are not stored, since there were more than 64 MB. */
  missing_bytes: number | null;
  /** Of an article: the ids of the details and messages that it rests on. */
  rests_on: string[];
}

/** Anything remembered, as the memory graph sees it. */
export interface Node {
  id: string;
  /** Fact, Episode, Error, Solution, Conversation, Message, ToolCall, ToolResult, Invocation, Detail, CodeUnit, Entity, Summary, ConversationSummary, Insight or Job. */
  kind: string;
  status: string;
  version: number;
  created_at: string;
  updated_at: string;
  valid_from: string | null;
  valid_to: string | null;
  /** The text it is found by. */
  content: string;
  metadata: Record<string, string>;
  weight: number | null;
  score: number | null;
  /**
   * As a JSON object: what CreateNode was given; what a Summary is of (summary_content, original_node_ids, generating_model); of a ConversationSummary its
   * tier, level, content_type, method, from, to, tokens, token_count, compression_ratio, abstract and away_since; of an Insight its
   * results (JSON), task, by, model_away and message_count.
   */
  properties: string | null;
  /** Why it is archived: compaction (a summary stands in its place), prune. */
  archived_by: string | null;
}

/** A relation between two nodes of one scope. */
export interface Edge {
  id: string;
  /** HAS_MESSAGE, MADE_TOOL_CALL, PRODUCED_RESULT, solved_by, similar_to, summarized_by, answered_by … */
  kind: string;
  from: string;
  to: string;
  version: number;
  created_at: string;
  metadata: Record<string, string>;
  weight: number | null;
}

/** One remembered thing the agent was shown. */
export interface ReceiptItem {
  id: string;
  score: number;
  tokens: number;
}

/** Something that was found and not answered. */
export interface LeftOutItem {
  id: string;
  /**
   * top_k: others were better. similar: too like one that is answered. score_threshold: its score is below it.
   * least_share: it fits by less than a share of the best.
   * shown: the caller shows it already. tokens: no room in the context, or in the part of it that is for what is only near in time. answer_size: no room in one answer. retired: it says what a superseded or deleted fact said.
   * unchecked: it was said elsewhere, and the facts service did not answer in time which facts are superseded or deleted.
   * quarantined, ": " and why: it was set aside when it was stored, and shares words with the question.
   */
  reason: string;
}

/** What one tier gave to the context. */
export interface ReceiptTier {
  items: ReceiptItem[];
  tokens: number;
  ms: number;
  /** Items that were found and are not shown. */
  left_out: number;
  /** Stages dropped to keep the deadline: rerank, then neighbours, then dense. filter: documents of an earlier version cannot be filtered yet, and were left out. */
  degraded: string[];
  /** Why the tier is missing. */
  error: string | null;
  /** Milliseconds of each stage of the recall behind it that ran. */
  stages_ms: Record<string, number>;
  /** The best score before any threshold, 0 to 1, also where nothing is answered; absent: nothing had anything in common with the query. */
  best_score: number | null;
  /** Memory is disabled for this user, scope or conversation: nothing was read. */
  disabled: boolean;
  /** The best 20 of what was found and left out: those that left_out counts, then those below the score threshold. */
  left_out_items: LeftOutItem[];
}

/** The four tiers, and the user's profile before them. */
export interface ReceiptTiers {
  facts: ReceiptTier;
  episodes: ReceiptTier;
  conversation: ReceiptTier;
  working_memory: ReceiptTier;
  /** Facts of the user's profile. Absent: an earlier version answered. */
  profile: ReceiptTier | null;
}

/** What the agent was shown and why. */
export interface Receipt {
  id: string;
  tiers: ReceiptTiers;
  tokens: number;
  ms: number;
  created_at: string | null;
  /** The operation that answered, such as agent.Invoke or facts.Retrieve. */
  operation: string | null;
  /** Only where the receipt is read by GetReceipt: the query as it may be stored, secrets redacted, cut to 2,000 bytes. */
  query: string | null;
}

/** What one model was asked in a request. */
export interface ModelUsage {
  /** As the model is named in logs: openai:gpt-4o. */
  model: string;
  calls: number;
  tokens_in: number;
  tokens_out: number;
  /** The server did not report the tokens of every call: those of the others are estimated by our own tokenizer. */
  estimated: boolean;
}

/** What to erase for good. Exactly one of the three is given. */
export interface PurgeRequest {
  workspace: string;
  user: string;
  collection: string;
  /** One record. */
  id: string | null;
  /** All that was learned in this conversation. Empty counts as absent. */
  conversation_id: string | null;
  /** All of the scope. */
  everything: boolean;
  /** With everything: all collections of this workspace's user. */
  all_collections: boolean;
}

/** What was erased. */
export interface PurgeResponse {
  /** Nodes that are gone. */
  erased: number;
  certificate: PurgeCertificate;
  /** It goes on as this job, since it took longer than the request: the job's result has the other members. */
  job_id: string | null;
}

/** Says what was erased, so that it can be shown to the person who asked for it. It holds nothing of what was erased. */
export interface PurgeCertificate {
  id: string;
  workspace: string;
  user: string;
  collection: string;
  /** memory, conversation, scope or user. */
  target: string;
  /** The id of the memory or the conversation; absent for a scope or a user. */
  target_id: string | null;
  erased_at: string;
  /** How many of each: nodes, edges, versions, replies, documents, details, entries, messages … */
  counts: Record<string, number>;
  /** Until when the broker may still hold bytes of it: its retention counted from now. Absent: it holds none. */
  broker_until: string | null;
  /** SHA-256, hex, of this certificate's JSON with this member empty: members in their order here, counts by name. */
  sha256: string;
}

/** What a compression keeps of the older steps of a trace. A later one only adds to it: what stands in its lists is never lost. */
export interface CompressedTrace {
  /** What the invocation is to achieve. */
  goal: string;
  /** What must hold or may not be forgotten, and what the caller marked as critical. */
  constraints: string[];
  decisions: string[];
  open_questions: string[];
  errors: CompressedError[];
  /** Identifiers and numbers of the goal and the question that the steps name. */
  identifiers: string[];
  /** References to details: [MemoryRef: memory_key - description]. */
  references: string[];
  /** The steps that it covers, from 1. working-memory.Expand opens them again, word for word. */
  ordinals: number[];
  /** What the lists do not hold: the model's paragraphs, or a line for each step. */
  text: string;
  /** model or rules: who wrote what was added last. */
  method: string;
}

/** An error that a step met. */
export interface CompressedError {
  error: string;
  /** What was done when it went well; empty: nothing yet. */
  fix: string;
  /** The step that met it, from 1. */
  ordinal: number;
}

/** What a field accepts beyond its type. The checks are made on the JSON as it came, and a refusal names the field. */
export interface Rules {
  /** The member must be there. A text must show a character; one with a format must hold more than white space. */
  required: boolean;
  /** Smallest number accepted. */
  min: number | null;
  /** Largest number accepted. */
  max: number | null;
  /** Longest text in bytes of UTF-8. Text without a rule of its own: 65,536. */
  max_bytes: number;
  /** Most elements of a list or entries of a map. Without a rule of its own: 1,000. */
  max_items: number;
  /** The only texts accepted, separated by "|". */
  one_of: string;
  /** The value an absent member takes, written as text. */
  default_value: string;
  /**
   * "name": at most 256 characters, none of them a control character, and not white space alone unless it is free. "scope": the same, but of
   * any white space; absent or empty, it is "default".
   * "timestamp": ISO 8601 with an offset or Z. "json": text that parses as JSON.
   * "id:fact" and the like: the bare UUID or the UUID behind that prefix.
   * Where the member is not required, an empty text counts as absent. Of a "name" it does so only in an optional field.
   */
  format: string;
  /** A part of a longer text or of a file: its handler screens the whole, since what is sensitive may be cut between two parts. */
  part_of_text: boolean;
  /** A name that its sender makes up, for people to read: it is screened as a free text is. */
  free: boolean;
  /** Another name of this member of the message: where both have a value, it is one value. */
  same_as: string;
}

/** Whose memory it is. No read or write crosses it. Every request carries its three members by these names. */
export interface Scope {
  workspace: string;
  user: string;
  collection: string;
}

/** Why an operation was not done. */
export interface Error {
  /**
   * invalid-argument, failed-precondition, out-of-range, unauthenticated, permission-denied, not-found, already-exists,
   * aborted, resource-exhausted, cancelled, internal, unimplemented, unavailable or deadline-exceeded.
   */
  type: string;
  /** Names the field or the thing, and what to do. */
  message: string;
  /** The same request may succeed later. */
  retryable: boolean;
  /** What the type leaves open. too-long, of out-of-range: a text or the whole request is longer than it may be. Absent: the type says it all. */
  subtype: string | null;
}

export interface CreateConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Absent or empty: we make one. */
  conversation_id: string | null;
  title: string | null;
  tags: string[];
  metadata: Record<string, string>;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
  /** Whether it is summarised as it goes on. Absent: what ENABLE_SUMMARIZATION says. */
  enable_summarization: boolean | null;
  /** After how many messages it is summarised again. Absent: what SUMMARIZE_EVERY says. */
  summarize_every: number | null;
  /** Whether its messages get vectors; without them they are found by their words alone. Absent: what EMBED_MESSAGES says. */
  embed_messages: boolean | null;
  /** Most messages that BuildContext shows of it. Absent: what MAX_CONTEXT_MESSAGES says. */
  max_context_messages: number | null;
}

export interface CreateConversationResponse {
  conversation_id: string;
  conversation: Conversation;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface GetConversationMemoryRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  /** Only the newest ones; absent: all, at most 1,000. */
  limit: number | null;
}

export interface GetConversationMemoryResponse {
  conversation: ConversationMemory;
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface UpdateConversationMemoryRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  invocation_summary: InvocationSummary;
}

export interface UpdateConversationMemoryResponse {
  success: boolean;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface AppendMessageRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
  reasoning: string | null;
  /** When it was said; absent: now. */
  timestamp: string | null;
  /** Who wrote it, where the role does not tell. */
  speaker: string | null;
  metadata: Record<string, string>;
  tool_calls: ToolCall[];
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
}

export interface AppendMessageResponse {
  message_id: string;
  /** Its place in the conversation, from 1. */
  ordinal: number;
  token_count: number;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface AppendMessagesRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  messages: MessageToAppend[];
  /** Milliseconds to wait for what is learned from them, less if the request's deadline comes first. Absent or 0: no wait. */
  wait_ms: number | null;
}

/** One of several messages; its members are those of AppendMessageRequest. */
export interface MessageToAppend {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
  reasoning: string | null;
  /** When it was said; absent: now. */
  timestamp: string | null;
  /** Who wrote it, where the role does not tell. */
  speaker: string | null;
  metadata: Record<string, string>;
  tool_calls: ToolCall[];
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
}

export interface AppendMessagesResponse {
  /** In the order of the request. */
  messages: AppendedMessage[];
  /** What was learned by the end of the wait. */
  learned: LearnedRecord[];
  /** Known records that it changed. Reasons: superseded, merged, confirmed. */
  changed: LearnedRecord[];
  /**
   * What was not learned. Reasons: no-statement, no-task, known, sensitive, category, instructions, quota, off; model-away and tokens-spent: rules have
   * read the message, and a model reads it later; model-unusable: rules have read it, since the model answered nothing that could be used.
   */
  refused: LearnedRecord[];
  /** Ids of the messages that were not read by the end of the wait; they are read later. Empty without a wait. */
  pending: string[];
  /** What models were asked for these messages by the end of the wait. A question may be on further messages of the conversation, too. */
  usage: ModelUsage[];
  /** The messages that were read by the end of the wait and taught nothing, each with the reason that says most. */
  nothing_learned: NothingLearned[];
}

/** A message that taught nothing. */
export interface NothingLearned {
  message_id: string;
  /** What could have been learned from it: fact or episode. */
  kind: string;
  /** One of the reasons in refused. */
  reason: string;
}

export interface AppendedMessage {
  message_id: string;
  /** Its ordinal in the conversation, from 1. */
  ordinal: number;
  token_count: number;
  /** What the filter found in it. */
  sensitive: SensitiveFinding[];
}

/** What came of a message. */
export interface LearnedRecord {
  /** fact or episode. */
  kind: string;
  /** Of the record; empty where none was made. */
  id: string;
  /** The fact, or the goal of the episode. */
  content: string;
  /** The message it was learned from. */
  message_id: string;
  /** A word that says why it was changed or refused. */
  reason: string | null;
}

export interface ListConversationsRequest {
  workspace: string;
  user: string;
  collection: string;
  limit: number;
  cursor: string | null;
  /** Absent: active and ended. */
  statuses: ('active' | 'ended' | 'archived')[];
  /** Only those with one of these tags. */
  tags: string[];
  include_weights: boolean;
  /** The same as one of statuses. */
  status: 'active' | 'ended' | 'archived' | null;
  /** Only those with all of the tags. */
  match_all_tags: boolean;
}

export interface ListConversationsResponse {
  conversations: Conversation[];
  next_cursor: string | null;
}

export interface ConversationHistoryRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  limit: number;
  cursor: string | null;
  /** Absent: true. */
  include_tool_calls: boolean | null;
  /** Absent: true. */
  include_reasoning: boolean | null;
  /** Newest first. */
  newest_first: boolean;
  include_weights: boolean;
  /** Only messages before this one, by its id. */
  before: string | null;
  /** Only messages after this one, by its id. */
  after: string | null;
  /** Only messages that this summary of the conversation covers. */
  summary_id: string | null;
}

export interface ConversationHistoryResponse {
  messages: Message[];
  next_cursor: string | null;
}

export interface SearchMessagesRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Required unless an embedding is given. */
  query: string;
  embedding: number[];
  embedder: string | null;
  /** Absent: what the preset says, 10 as a rule. */
  top_k: number | null;
  /** Absent or empty: all conversations of the scope, without those that have facts visible in them alone. */
  conversation_id: string | null;
  roles: ('user' | 'assistant' | 'system' | 'tool')[];
  score_threshold: number | null;
  explain: boolean;
  include_weights: boolean;
  /** A pipeline by name in place of the configured one: default or agent-cli. */
  preset: string | null;
  /** Parameters of recall by name, stronger than the preset's. */
  parameters: Record<string, number>;
  /** The same as top_k, by another name. */
  limit: number | null;
}

export interface SearchMessagesResponse {
  messages: Message[];
  /** What the answer is made of. */
  receipt: ReceiptTier;
  /** By which agent.GetReceipt answers the receipt later. Empty where no receipt is stored. */
  receipt_id: string;
}

export interface EndConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
}

export interface EndConversationResponse {
  success: boolean;
}

export interface DeleteConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
}

export interface DeleteConversationResponse {
  success: boolean;
}

export interface ListToolCallsRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  tool_name: string | null;
  success: boolean | null;
  limit: number;
  cursor: string | null;
  include_weights: boolean;
}

export interface ListToolCallsResponse {
  tool_calls: ToolCall[];
  next_cursor: string | null;
}

export interface BuildContextRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Required unless other_conversations is true. */
  conversation_id: string;
  /** recent: the newest messages. relevant: those that answer the query. hybrid: both. */
  strategy: 'recent' | 'relevant' | 'hybrid';
  /** What is asked. Required for relevant; without it hybrid shows the newest messages. */
  query: string;
  /** How many of the newest; absent: 10, of hybrid 5. Not looked at where max_tokens is given. */
  recent_messages: number | null;
  /** How many that answer the query, of this conversation and of others each; absent: 10, or, where max_tokens is given, as many as have room. */
  relevant_messages: number | null;
  /** Most tokens of the text; it decides how many messages stand in it. Absent: the numbers decide. */
  max_tokens: number | null;
  /** Absent: true. */
  include_summary: boolean | null;
  /** Also messages of the scope's other conversations that answer the query, and of this one if nothing is stored of it yet: then it is no error. Absent: false. */
  other_conversations: boolean | null;
}

export interface BuildContextResponse {
  summary: string | null;
  /** In the order of the conversation. */
  recent_messages: Message[];
  /** In the order of the conversation, without those that recent_messages has. Where a budget is given, a message that takes more than a quarter of it is an excerpt. */
  relevant_messages: Message[];
  /** Messages in all three. */
  message_count: number;
  /** Of the text. */
  token_count: number;
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
  /** All of it for a prompt: ## Conversation Summary, ## Earlier Turns, ## Relevant Messages, ## Recent Messages, ## Other Conversations, each message as **role**: content. */
  text: string;
  /** What the answer is made of. */
  receipt: ReceiptTier;
  /** By which agent.GetReceipt answers the receipt later. Empty where no receipt is stored. */
  receipt_id: string;
  /** Of other conversations, by time; their conversation_id says of which. A conversation that has facts visible in it alone gives none, and is given none. */
  other_messages: Message[];
  /** What earlier invocations of the conversation came to whose messages do not stand here, oldest first. */
  invocations: InvocationSummary[];
  /** By which receipts name the summary. One of all messages has an id of its own, by which History answers what it covers. */
  summary_id: string | null;
}

export interface SummarizeConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
}

export interface SummarizeConversationResponse {
  /** The job that writes the summary. */
  job_id: string;
  /**
   * Two or three sentences: what was discussed, done and found. Absent: they are not there yet; graph.GetJob says when, and graph.Get of its summary_id
   * answers them as abstract in properties.
   */
  summary: string | null;
  /** The summary of the conversation that they stand by; its id is asked of History. */
  summary_id: string | null;
}

export interface FindSimilarConversationsRequest {
  workspace: string;
  user: string;
  collection: string;
  query: string;
  limit: number;
  /** Least similarity; absent: 0.7. */
  score_threshold: number | null;
}

export interface FindSimilarConversationsResponse {
  conversations: Conversation[];
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface BranchConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  from_message_id: string;
  title: string | null;
}

export interface BranchConversationResponse {
  conversation_id: string;
  conversation: Conversation;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface DiffConversationsRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  other_conversation_id: string;
}

export interface DiffConversationsResponse {
  /** The last message both have. */
  common_message_id: string | null;
  only_in_conversation: Message[];
  only_in_other: Message[];
  /** Messages that only one of them has and that were too much for this answer, the last ones. */
  left_out: number;
}

export interface MergeConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The one that takes the messages in. */
  conversation_id: string;
  branch_id: string;
}

export interface MergeConversationResponse {
  /** How many messages came in. */
  message_count: number;
  /** As it is now. */
  conversation: Conversation;
}

export interface ReferencesRequest {
  workspace: string;
  user: string;
  collection: string;
  /**
   * Code as people write it: a symbol (AuthService, AuthService.login), a file, a file and a symbol (src/auth.ts#AuthService) or a file and lines
   * (src/auth.ts:10-20). This, file or symbol is required; a member below says it instead of its part in here.
   */
  reference: string;
  /** Links these messages to it; none: only asks. */
  message_ids: string[];
  file: string | null;
  /** Found by any of its names: AuthService finds AuthService.login. */
  symbol: string | null;
  /** Finds what overlaps with these lines, or has none. */
  start_line: number | null;
  /** Absent: start_line. */
  end_line: number | null;
  /** Of the code; it finds this one alone. */
  commit: string | null;
  /** Most conversations in the answer. */
  limit: number;
  cursor: string | null;
}

export interface ReferencesResponse {
  /** Each that shows such a message, once: also those that branched off its conversation or took it in. The one whose message is newest comes first. */
  conversations: Conversation[];
  /** The messages of these conversations that are linked, newest first. */
  message_ids: string[];
  /** What the filter found. */
  sensitive: SensitiveFinding[];
  /** Of exactly this code; absent: nothing was ever linked to exactly this. */
  code_unit_id: string | null;
  next_cursor: string | null;
}

export interface InsightsRequest {
  workspace: string;
  user: string;
  collection: string;
  /** One conversation. Either this or conversation_ids is required. */
  conversation_id: string;
  /**
   * What is looked for, by name; each is a list of texts, main_topic one text. Absent: main_topic, key_findings and action_items. With output_schema: which
   * of its properties.
   */
  items: string[];
  /** What the insights are for, in plain words; a model reads it. */
  task: string | null;
  /**
   * JSON Schema of an object, as JSON: the form of the insights of one conversation. Its properties alone will do. References to other documents are
   * refused, and so is what takes more than 500 ms of the processor's time to check.
   */
  output_schema: string | null;
  /** Several conversations, each looked at for itself. */
  conversation_ids: string[];
}

export interface InsightsResponse {
  /** Of all conversations together, as far as they were asked for. */
  main_topic: string;
  key_findings: string[];
  action_items: string[];
  /** The job that makes them. */
  job_id: string | null;
  /** Of one conversation: the node that holds them. */
  insight_id: string | null;
  /** JSON. Of one conversation its insights; of several a list of {conversation_id, insight_id, by, results}. Absent: the job has not ended. */
  results: string | null;
  /** Who made them: the model's name, or rules, which know only the three that are made by default; both where several did. */
  by: string;
  /** Rules made some of them because the model was away. */
  model_away: boolean;
  usage: ModelUsage[];
  /** What the filter found in the request. */
  sensitive: SensitiveFinding[];
}

export interface ArchiveConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
}

export interface ArchiveConversationResponse {
  success: boolean;
}

export interface RestoreConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Of a conversation or of a message. */
  id: string;
}

export interface RestoreConversationResponse {
  /** The conversation, or the message's. */
  conversation: Conversation;
  /** The message, where one was restored by its id. */
  message: Message | null;
  /** How many messages are active again. */
  message_count: number;
}

export interface ExportConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  /** next_cursor of the piece before. */
  cursor: string | null;
}

export interface ExportConversationResponse {
  /** The next piece of the document, at most 512 KiB. */
  chunk: string;
  /** Absent after the last piece. */
  next_cursor: string | null;
}

export interface ImportConversationRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Names this import; the caller makes it, for each document another. */
  import_id: string;
  /** Place of this piece, from 0. */
  sequence: number;
  chunk: string;
  /** This is the last piece. */
  end: boolean;
}

export interface ImportConversationResponse {
  /** Given after the last piece. */
  conversation_id: string | null;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
  /** How many pieces have come. The next one has this sequence. */
  received: number;
  /** The conversation was there with the same content: nothing was written. */
  known: boolean;
}

export interface AppendInvocationRequest {
  workspace: string;
  user: string;
  collection: string;
  conversation_id: string;
  /** When it ended, as its event says. */
  timestamp: string;
  invocation: InvocationCompleted;
}

export interface AppendInvocationResponse {
  success: boolean;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

/** What the topics of conversations carry: one operation a message. */
export interface ConversationsOperation {
  create: CreateConversationRequest | null;
  get: GetConversationMemoryRequest | null;
  update: UpdateConversationMemoryRequest | null;
  append_message: AppendMessageRequest | null;
  list: ListConversationsRequest | null;
  history: ConversationHistoryRequest | null;
  search: SearchMessagesRequest | null;
  end: EndConversationRequest | null;
  delete: DeleteConversationRequest | null;
  tool_calls: ListToolCallsRequest | null;
  build_context: BuildContextRequest | null;
  summarize: SummarizeConversationRequest | null;
  find_similar: FindSimilarConversationsRequest | null;
  branch: BranchConversationRequest | null;
  diff: DiffConversationsRequest | null;
  merge: MergeConversationRequest | null;
  references: ReferencesRequest | null;
  insights: InsightsRequest | null;
  archive: ArchiveConversationRequest | null;
  export: ExportConversationRequest | null;
  import: ImportConversationRequest | null;
  purge: PurgeRequest | null;
  append_messages: AppendMessagesRequest | null;
  restore: RestoreConversationRequest | null;
  append_invocation: AppendInvocationRequest | null;
}

/** The answer to a ConversationsOperation. */
export interface ConversationsReply {
  create: CreateConversationResponse | null;
  get: GetConversationMemoryResponse | null;
  update: UpdateConversationMemoryResponse | null;
  append_message: AppendMessageResponse | null;
  list: ListConversationsResponse | null;
  history: ConversationHistoryResponse | null;
  search: SearchMessagesResponse | null;
  end: EndConversationResponse | null;
  delete: DeleteConversationResponse | null;
  tool_calls: ListToolCallsResponse | null;
  build_context: BuildContextResponse | null;
  summarize: SummarizeConversationResponse | null;
  find_similar: FindSimilarConversationsResponse | null;
  branch: BranchConversationResponse | null;
  diff: DiffConversationsResponse | null;
  merge: MergeConversationResponse | null;
  references: ReferencesResponse | null;
  insights: InsightsResponse | null;
  archive: ArchiveConversationResponse | null;
  export: ExportConversationResponse | null;
  import: ImportConversationResponse | null;
  purge: PurgeResponse | null;
  append_messages: AppendMessagesResponse | null;
  restore: RestoreConversationResponse | null;
  append_invocation: AppendInvocationResponse | null;
  /** Absent on success. */
  error: Error | null;
  /** What the request had that is not known, a text each; null where there is nothing to report. */
  warnings: string[];
}

/** Something that happened in a conversation. Events of one conversation keep their order; each may come more than once, with the same id. */
export interface Event {
  id: string;
  /** message-appended, invocation-completed, conversation-ended, fact-stored or episode-stored; the member of data with that name is set. */
  type: 'message-appended' | 'invocation-completed' | 'conversation-ended' | 'fact-stored' | 'episode-stored';
  conversation_id: string;
  workspace: string;
  user: string;
  collection: string;
  timestamp: string;
  data: EventData;
}

/** What an event tells, by its type. */
export interface EventData {
  message_appended: MessageAppended | null;
  invocation_completed: InvocationCompleted | null;
  conversation_ended: ConversationEnded | null;
  fact_stored: FactStored | null;
  episode_stored: EpisodeStored | null;
}

export interface MessageAppended {
  message_id: string;
  role: string;
  ordinal: number;
  /** The client on whose reply topic an instance waits for what is learned from the message; absent: none waits. */
  waiting_client: string | null;
  /** The TrustGraph flow that its conversation belongs to, whose model learns from it: workspace and flow, each percent-encoded, with "/" between them. */
  flow: string | null;
}

/** An invocation has its answer. */
export interface InvocationCompleted {
  invocation_id: string;
  question: string;
  answer: string;
  /** False when it ended by an error, a cancel or the limit of iterations. */
  success: boolean;
  error: string | null;
  started_at: string;
  /** What was thought and done, bounded; tool output larger than the bound is cut and says so. */
  steps: InvocationStep[];
  /** Ids of what memory put into the context: never to be learned from again. */
  injected_ids: string[];
  receipt_id: string | null;
  /** What the invocation allowed. */
  extract_facts: boolean;
  record_episode: boolean;
  /** Of the request. conversation_end "never": the conversation is not ended for being idle, so nothing is made of it as a whole. */
  metadata: Record<string, string>;
  /** The TrustGraph flow it was asked in, whose model learns from it: workspace and flow, each percent-encoded, with "/" between them. */
  flow: string | null;
  /** The ids that the messages of question and answer get in the conversation; absent: one is not stored, or the sender leaves its id to the conversation. */
  question_message_id: string | null;
  answer_message_id: string | null;
}

/** One step of an invocation. */
export interface InvocationStep {
  thought: string;
  action: string;
  /** JSON. */
  arguments: string;
  observation: string;
  success: boolean;
  duration_ms: number;
  timestamp: string;
  /** The observation is itself recalled memory. */
  from_memory: boolean;
}

export interface ConversationEnded {
  /** signal or idle. */
  reason: 'signal' | 'idle';
  message_count: number;
  invocation_count: number;
  /** How many of them an earlier end of the same conversation has told of already. */
  told_messages: number;
  told_invocations: number;
  /** The TrustGraph flow of its last invocation, whose model learns from it: workspace and flow, each percent-encoded, with "/" between them. */
  flow: string | null;
}

export interface FactStored {
  fact_id: string;
}

export interface EpisodeStored {
  episode_id: string;
}

export interface RetrieveEpisodesRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The goal or question. Required unless an embedding is given. */
  query: string;
  /** Where the agent stands now; it counts beside the query. */
  state: string;
  /** A vector of the query made by the embedder this scope uses. */
  embedding: number[];
  embedder: string | null;
  top_k: number;
  score_threshold: number | null;
  explain: boolean;
  include_embedding: boolean;
  include_weights: boolean;
  /** A pipeline by name in place of the configured one: default or agent-cli. */
  preset: string | null;
  /** Parameters of recall by name, stronger than the preset's. */
  parameters: Record<string, number>;
  /** An error that was met, as it was read. Errors like it bring what solved them and the episodes that met them. */
  error: string | null;
  /**
   * Only episodes that pass are looked at. `filter` in the receipt's degraded: an older version's documents are not filtered yet, and were left out.
   * A solution has neither metadata nor tags.
   */
  filter: Filter | null;
  /** weight_desc, weight_asc and created_at put what was found into another order; what has no weight comes last. */
  sort_by: 'score' | 'weight_desc' | 'weight_asc' | 'created_at';
  /** Only episodes with a weight from this on. */
  min_weight: number | null;
  /** Only episodes with a weight up to this. */
  max_weight: number | null;
}

export interface RetrieveEpisodesResponse {
  episodes: Episode[];
  /** What the answer is made of. */
  receipt: ReceiptTier;
  /** What solved errors like the one given, or like the query where none is given, best first; at most top_k. */
  solutions: ErrorSolutionPair[];
  /** By which agent.GetReceipt answers the receipt later. Empty where no receipt is stored. */
  receipt_id: string;
}

export interface StoreEpisodeRequest {
  workspace: string;
  user: string;
  collection: string;
  goal: string;
  steps: string[];
  outcome: string;
  lessons: string;
  metadata: Record<string, string>;
  /** When it happened; absent: now. */
  timestamp: string | null;
  success: boolean | null;
  /** The conversation that it happened in. Empty counts as absent. */
  conversation_id: string | null;
  invocation_id: string | null;
  /** Absent: user. */
  trust: 'user' | 'tool' | 'agent' | 'import' | null;
  /** A vector of the episode; then nothing is embedded here. Needs embedder. */
  embedding: number[];
  embedder: string | null;
  tags: string[];
  /** The caller's own name of the episode. If the scope has an episode of this key, what is given here changes that one. */
  key: string | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
}

export interface StoreEpisodeResponse {
  episode_id: string;
  /** False when the scope already held this episode or this key. */
  created: boolean;
  /** ACTIVE, or QUARANTINED where it reads like instructions to a model: kept and listed, not injected until it is restored. */
  status: string;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface GetEpisodeRequest {
  workspace: string;
  user: string;
  collection: string;
  episode_id: string;
  include_deleted: boolean;
  include_embedding: boolean;
  include_weights: boolean;
}

export interface GetEpisodeResponse {
  episode: Episode;
}

export interface ListEpisodesRequest {
  workspace: string;
  user: string;
  collection: string;
  limit: number;
  cursor: string | null;
  statuses: ('ACTIVE' | 'SUPERSEDED' | 'DELETED' | 'ARCHIVED' | 'QUARANTINED' | 'EXPIRED')[];
  /** Only those of this conversation. Empty counts as absent. */
  conversation_id: string | null;
  include_weights: boolean;
  /** Only episodes that pass. A page that would read more than 20,000 episodes is shorter; its next_cursor leads on. */
  filter: Filter | null;
  /** By weight come only episodes that have one; it does not go together with conversation_id. */
  sort_by: 'created_at' | 'weight_desc' | 'weight_asc';
  /** Only episodes with a weight from this on. */
  min_weight: number | null;
  /** Only episodes with a weight up to this. */
  max_weight: number | null;
}

export interface ListEpisodesResponse {
  episodes: Episode[];
  next_cursor: string | null;
}

export interface DeleteEpisodeRequest {
  workspace: string;
  user: string;
  collection: string;
  episode_id: string;
}

export interface DeleteEpisodeResponse {
  success: boolean;
}

export interface RestoreEpisodeRequest {
  workspace: string;
  user: string;
  collection: string;
  episode_id: string;
}

export interface RestoreEpisodeResponse {
  episode: Episode;
}

export interface EpisodeHistoryRequest {
  workspace: string;
  user: string;
  collection: string;
  episode_id: string;
}

export interface EpisodeHistoryResponse {
  versions: EpisodeVersion[];
}

export interface SetEpisodeOutcomeRequest {
  workspace: string;
  user: string;
  collection: string;
  episode_id: string;
  outcome: 'unknown' | 'succeeded' | 'failed';
  /** Why; it stands in the episode's history. */
  reason: string;
}

export interface SetEpisodeOutcomeResponse {
  episode: Episode;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface StoreExperienceRequest {
  workspace: string;
  user: string;
  collection: string;
  kind: 'Error' | 'Solution';
  text: string;
  weight: number | null;
}

export interface StoreExperienceResponse {
  /** Of the error or solution. */
  id: string;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

/** What the topics of episodes carry: one operation a message. */
export interface EpisodesOperation {
  retrieve: RetrieveEpisodesRequest | null;
  store: StoreEpisodeRequest | null;
  get: GetEpisodeRequest | null;
  list: ListEpisodesRequest | null;
  delete: DeleteEpisodeRequest | null;
  purge: PurgeRequest | null;
  restore: RestoreEpisodeRequest | null;
  history: EpisodeHistoryRequest | null;
  set_outcome: SetEpisodeOutcomeRequest | null;
  store_experience: StoreExperienceRequest | null;
}

/** The answer to an EpisodesOperation. */
export interface EpisodesReply {
  retrieve: RetrieveEpisodesResponse | null;
  store: StoreEpisodeResponse | null;
  get: GetEpisodeResponse | null;
  list: ListEpisodesResponse | null;
  delete: DeleteEpisodeResponse | null;
  purge: PurgeResponse | null;
  restore: RestoreEpisodeResponse | null;
  history: EpisodeHistoryResponse | null;
  set_outcome: SetEpisodeOutcomeResponse | null;
  store_experience: StoreExperienceResponse | null;
  /** Absent on success. */
  error: Error | null;
  /** What the request had that is not known, a text each; null where there is nothing to report. */
  warnings: string[];
}

export interface RetrieveFactsRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The question. Required unless an embedding is given. */
  query: string;
  /** A vector of the query made by the embedder this scope uses; then nothing is embedded here. */
  embedding: number[];
  /** Which embedder made the vector. Another than ours is refused, never mixed. */
  embedder: string | null;
  top_k: number;
  /** Sees this conversation's own facts too. Empty counts as absent. */
  conversation_id: string | null;
  /** Facts scored lower are left out. 0 to 1. */
  score_threshold: number | null;
  /** Answers the score by stage too. */
  explain: boolean;
  include_embedding: boolean;
  include_weights: boolean;
  /** What was believed at this time, as it was then: of the best of what is believed now, and what was retired since. */
  as_of: string | null;
  /** A pipeline by name in place of the configured one: default or agent-cli. */
  preset: string | null;
  /** Parameters of recall by name, stronger than the preset's. */
  parameters: Record<string, number>;
  /** Only facts that pass are looked at. `filter` in the receipt's degraded: an older version's documents are not filtered yet, and were left out. */
  filter: Filter | null;
  /** weight_desc, weight_asc and created_at put what was found into another order; what has no weight comes last. */
  sort_by: 'score' | 'weight_desc' | 'weight_asc' | 'created_at';
  /** Only facts with a weight from this on. */
  min_weight: number | null;
  /** Only facts with a weight up to this. */
  max_weight: number | null;
}

export interface RetrieveFactsResponse {
  facts: Fact[];
  /** What the answer is made of: ids, scores, tokens, milliseconds, stages left out. */
  receipt: ReceiptTier;
  /** By which agent.GetReceipt answers the receipt later. Empty where no receipt is stored. */
  receipt_id: string;
}

export interface StoreFactRequest {
  workspace: string;
  user: string;
  collection: string;
  content: string;
  /** Where it was learned: as a rule the conversation_id. */
  source: string;
  metadata: Record<string, string>;
  /** When it was said or learned; absent: now. */
  timestamp: string | null;
  /** 0 to 1. Absent: 1, or 0.7 of what an agent stores, since what the user says outranks it. */
  confidence: number | null;
  /** Absent: scope. */
  visibility: 'scope' | 'conversation' | null;
  /** Required for visibility "conversation". Empty counts as absent. */
  conversation_id: string | null;
  /** Absent: user. */
  trust: 'user' | 'tool' | 'agent' | 'import' | null;
  subject: string | null;
  predicate: string | null;
  object: string | null;
  valid_from: string | null;
  valid_to: string | null;
  evidence: Evidence | null;
  /** A vector of the content; then nothing is embedded here. Needs embedder. */
  embedding: number[];
  embedder: string | null;
  tags: string[];
  /** The caller's own name of the fact. If the scope has a fact of this key, what is given here changes that one, as Update does. */
  key: string | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
}

export interface StoreFactResponse {
  fact_id: string;
  /** False when the scope already held this text or this key. */
  created: boolean;
  /** ACTIVE, or QUARANTINED where it reads like instructions to a model: kept and listed, not injected until it is restored. */
  status: string;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface UpdateFactRequest {
  workspace: string;
  user: string;
  collection: string;
  fact_id: string;
  /** The new text. It is said now: of the old one's subject, predicate, object and evidence nothing stays. */
  content: string | null;
  /** Replaces all of it. */
  metadata: Record<string, string>;
  /** Replaces all of them. */
  tags: string[];
  /** 0 to 1. */
  confidence: number | null;
  valid_from: string | null;
  valid_to: string | null;
  /** The version the caller has read; absent: any. */
  expected_version: number | null;
  /** Members to empty. */
  clear: ('metadata' | 'tags' | 'valid_from' | 'valid_to' | 'confidence' | 'key')[];
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
  /** Who vouches for it from now on; absent: user if the text is another, else as before. */
  trust: 'user' | 'tool' | 'agent' | 'import' | null;
}

export interface UpdateFactResponse {
  fact: Fact;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface StoreManyFactsRequest {
  workspace: string;
  user: string;
  collection: string;
  facts: FactToStore[];
}

/** One of many facts to store: what StoreFactRequest says of it. */
export interface FactToStore {
  /** A blank one is refused in its own result. */
  content: string;
  /** Where it was learned: as a rule the conversation_id. */
  source: string;
  metadata: Record<string, string>;
  /** When it was said or learned; absent: now. */
  timestamp: string | null;
  /** 0 to 1. */
  confidence: number | null;
  /** Absent: scope. */
  visibility: 'scope' | 'conversation' | null;
  /** Required for visibility "conversation". Empty counts as absent. */
  conversation_id: string | null;
  /** Absent: user. */
  trust: 'user' | 'tool' | 'agent' | 'import' | null;
  subject: string | null;
  predicate: string | null;
  object: string | null;
  valid_from: string | null;
  valid_to: string | null;
  evidence: Evidence | null;
  /** A vector of the content; then nothing is embedded here. Needs embedder. */
  embedding: number[];
  embedder: string | null;
  tags: string[];
  /** The caller's own name of the fact. If the scope has a fact of this key, what is given here changes that one, as Update does. */
  key: string | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  metadata_json: string | null;
}

export interface StoreManyFactsResponse {
  /** One for each fact, in the order of the request. */
  results: StoredFact[];
}

/** What became of one of many facts. */
export interface StoredFact {
  /** Empty where it was refused. */
  fact_id: string;
  /** False when the scope, or a fact before this one, already held this text or this key. */
  created: boolean;
  status: string;
  /** What the filter found in it. */
  sensitive: SensitiveFinding[];
  /** Why it was refused; absent: it is stored. */
  error: Error | null;
}

export interface GetFactRequest {
  workspace: string;
  user: string;
  collection: string;
  fact_id: string;
  include_deleted: boolean;
  include_embedding: boolean;
  include_weights: boolean;
}

export interface GetFactResponse {
  fact: Fact;
}

export interface ListFactsRequest {
  workspace: string;
  user: string;
  collection: string;
  limit: number;
  /** next_cursor of the page before. */
  cursor: string | null;
  /** Absent: ACTIVE. */
  statuses: ('ACTIVE' | 'SUPERSEDED' | 'DELETED' | 'ARCHIVED' | 'QUARANTINED' | 'EXPIRED')[];
  /** Only those learned in this conversation. Empty counts as absent. */
  conversation_id: string | null;
  include_weights: boolean;
  /** What was believed at this time, as it was then; statuses are those of then. */
  as_of: string | null;
  /** Only facts that pass. A page that would read more than 20,000 facts is shorter; its next_cursor leads on. */
  filter: Filter | null;
  /** By weight come only facts that have one; it does not go together with conversation_id, nor do weights go together with as_of. */
  sort_by: 'created_at' | 'weight_desc' | 'weight_asc';
  /** Only facts with a weight from this on. */
  min_weight: number | null;
  /** Only facts with a weight up to this. */
  max_weight: number | null;
  /**
   * Only facts that one of these texts states: it holds each word of the fact's content that says something, and those are two or more. With
   * statuses SUPERSEDED and DELETED alone, and without as_of, conversation_id, cursor, filter, weights or another order: the newest, on one page.
   * A fact whose content is believed again, as another fact, is left out.
   */
  stated_in: string[];
  /** With stated_in, or alone in its place: also facts that were learned from one of these invocations and messages, by their ids. */
  learned_from: string[];
}

export interface ListFactsResponse {
  facts: Fact[];
  /** Absent on the last page. */
  next_cursor: string | null;
}

export interface DeleteFactRequest {
  workspace: string;
  user: string;
  collection: string;
  fact_id: string;
}

export interface DeleteFactResponse {
  success: boolean;
}

export interface FactHistoryRequest {
  workspace: string;
  user: string;
  collection: string;
  fact_id: string;
}

export interface FactHistoryResponse {
  versions: FactVersion[];
}

export interface RestoreFactRequest {
  workspace: string;
  user: string;
  collection: string;
  fact_id: string;
  /** The version to return to; absent: the last one that was active. */
  version: number | null;
}

export interface RestoreFactResponse {
  fact: Fact;
}

export interface InterpretMessageRequest {
  workspace: string;
  user: string;
  collection: string;
  /** What the user wrote. Rules know English. */
  message: string;
  /** Sees this conversation's own facts too. Empty counts as absent. */
  conversation_id: string | null;
  /** What the user wrote before: "Since when?" and "No, it is Milan" go on from it. */
  previous: string | null;
}

export interface InterpretMessageResponse {
  /** none: it says, asks and wants nothing of the facts. */
  act: 'statement' | 'correction' | 'forget' | 'question' | 'none';
  /** The facts that answer, or that are to be forgotten or corrected, best first. */
  facts: Fact[];
  /**
   * What the corrected fact should say, or what a request to forget is about, or what answers a question that stands behind a statement. Where nothing
   * answers a question: what is known that is nearest to it.
   */
  content: string;
  /**
   * What can be said to the user: the facts, or what the message states that is learned, or what stays of facts that are forgotten in part, in the
   * second person. Empty: nothing is known.
   */
  answer: string;
  /** Memory is off: nothing was read. */
  disabled: boolean;
  /**
   * What the message states of health and of national ids, in the second person, and asks nobody to remember: it is not learned. Only where
   * LEARN_PERSONAL_DATA does not let it.
   */
  not_learned: string;
  /**
   * Kinds of what the message states and nothing stores as it is, such as "password": SENSITIVE_DATA and PERSONAL_DATA do not allow it, and
   * it is not learned.
   */
  withheld: string[];
  /** Of the facts to forget, those of which the request means a part that rules can take out. All others are meant whole. */
  parts: PartToForget[];
}

/** "The user has two cats and a dog called Rex" where the dog is to be forgotten. */
export interface PartToForget {
  fact_id: string;
  /** What is to be forgotten, as a statement: "The user has a dog called Rex". */
  forgotten: string;
  /** What stays believed, as a statement: "The user has two cats". */
  remaining: string;
}

export interface GetProfileRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Sees this conversation's own facts too. Empty counts as absent. */
  conversation_id: string | null;
  /** Of the whole block. */
  max_tokens: number;
  /** The facts that an entry's fact replaced are not looked up. */
  without_history: boolean;
}

export interface GetProfileResponse {
  /** In the order of the schema; a field without a fact is left out. */
  fields: ProfileField[];
  /** The block as an agent's prompt shows it: a line for each field. Empty: nothing is known. */
  text: string;
  /** Of the facts in the block: ids, tokens, what had no room. */
  receipt: ReceiptTier;
  /** Memory is off: nothing was read. */
  disabled: boolean;
}

/** One field of a profile with its facts, best first. */
export interface ProfileField {
  name: string;
  description: string;
  entries: ProfileEntry[];
}

/** A fact that stands in a profile. */
export interface ProfileEntry {
  fact: Fact;
  /** Who found the field: rules, or the model. */
  by: 'rules' | 'model';
  /** Facts that it replaced, and those that they replaced, the newest first. */
  history: Fact[];
  /** The conversation that taught it, and the message there; absent: none is known. */
  conversation_id: string | null;
  message_id: string | null;
}

/** What the topics of facts carry: one operation a message. */
export interface FactsOperation {
  retrieve: RetrieveFactsRequest | null;
  store: StoreFactRequest | null;
  get: GetFactRequest | null;
  list: ListFactsRequest | null;
  delete: DeleteFactRequest | null;
  history: FactHistoryRequest | null;
  restore: RestoreFactRequest | null;
  purge: PurgeRequest | null;
  update: UpdateFactRequest | null;
  store_many: StoreManyFactsRequest | null;
  interpret: InterpretMessageRequest | null;
  get_profile: GetProfileRequest | null;
}

/** The answer to a FactsOperation. */
export interface FactsReply {
  retrieve: RetrieveFactsResponse | null;
  store: StoreFactResponse | null;
  get: GetFactResponse | null;
  list: ListFactsResponse | null;
  delete: DeleteFactResponse | null;
  history: FactHistoryResponse | null;
  restore: RestoreFactResponse | null;
  purge: PurgeResponse | null;
  update: UpdateFactResponse | null;
  store_many: StoreManyFactsResponse | null;
  interpret: InterpretMessageResponse | null;
  get_profile: GetProfileResponse | null;
  /** Absent on success. */
  error: Error | null;
  /** What the request had that is not known, a text each; null where there is nothing to report. */
  warnings: string[];
}

export interface GetNodeRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The id of a node, its bare UUID, or the name of a conversation. */
  id: string;
  include_weights: boolean;
}

export interface GetNodeResponse {
  node: Node;
}

export interface CreateNodeRequest {
  workspace: string;
  user: string;
  collection: string;
  kind: 'CodeUnit' | 'Entity' | 'Error' | 'Solution';
  /** What it says. Required of Error and Solution, whose id is made of it. */
  content: string;
  /** A JSON object. CodeUnit: file, symbol (one of the two is required), start_line, end_line, commit. Entity: name (required), type, aliases. The others have none. */
  properties: string | null;
  /** code_ or ent_ with a UUID, or the bare UUID. Absent: of a CodeUnit made of its properties, of an Entity a new one. */
  id: string | null;
  weight: number | null;
}

export interface CreateNodeResponse {
  node: Node;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface MergeEntitiesRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The entity that stays. */
  into_id: string;
  /** Those that become a part of it: they are SUPERSEDED then, with merged_into in their properties. */
  ids: string[];
}

export interface MergeEntitiesResponse {
  node: Node;
  merged: Node[];
}

export interface SplitEntityRequest {
  workspace: string;
  user: string;
  collection: string;
  id: string;
  /** Of the entity that is made. The name of one that was merged into this one brings that back; the same name again adds to the same entity. */
  name: string;
  /**
   * The mentions that are of the other: ids of the nodes that mention the entity, or of the edges. Required unless it was merged; then none are all that
   * came with it.
   */
  mention_ids: string[];
}

export interface SplitEntityResponse {
  /** The entity that has the name. */
  node: Node;
  /** The entity that it was split from. */
  from: Node;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface NeighboursRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The id of a node, its bare UUID, or the name of a conversation. */
  id: string;
  /** Kinds of edges, in capitals or small letters; none: all. */
  kinds: string[];
  direction: 'out' | 'in' | 'both';
  min_weight: number | null;
  /** By the edge that leads to the node; what has no weight comes last. score: what is near and strongly joined first, see Node.score. */
  sort_by: 'created_at' | 'weight_desc' | 'weight_asc' | 'score';
  limit: number;
  cursor: string | null;
  include_weights: boolean;
  include_archived: boolean;
  max_weight: number | null;
  /** Edges up to so far away are followed, each node once, by a shortest way. Beyond 1 at most 10,000 edges are looked at. */
  depth: number;
}

/** An edge and the node at its other end. */
export interface Neighbour {
  edge: Edge;
  /**
   * score, where that is asked for: the product of the weights of the way, each held within 0 and 1 and 0.5 where there is none, halved for each edge beyond
   * the first.
   */
  node: Node;
  /** How many edges away, from 1. */
  depth: number;
}

export interface NeighboursResponse {
  neighbours: Neighbour[];
  next_cursor: string | null;
}

export interface PathsRequest {
  workspace: string;
  user: string;
  collection: string;
  from: string;
  to: string;
  /** Kinds of edges, in capitals or small letters; none: all. */
  kinds: string[];
  /** Most edges of a way. */
  max_length: number;
  limit: number;
  include_weights: boolean;
}

/** A way through the graph: n edges and n + 1 nodes. */
export interface Path {
  nodes: Node[];
  edges: Edge[];
}

export interface PathsResponse {
  paths: Path[];
}

export interface FindSimilarNodesRequest {
  workspace: string;
  user: string;
  collection: string;
  query: string;
  /** Like this node, instead of a query. */
  id: string | null;
  /**
   * Fact, Episode, Error, Message, Detail, ConversationSummary, CodeUnit, Entity or Summary; none: all of them. A Solution is found by
   * the edges solved_by of its Error.
   */
  kinds: string[];
  top_k: number;
  min_weight: number | null;
  sort_by: 'score' | 'created_at' | 'weight_desc' | 'weight_asc';
  include_weights: boolean;
  max_weight: number | null;
  score_threshold: number | null;
}

export interface FindSimilarNodesResponse {
  nodes: Node[];
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface LinkRequest {
  workspace: string;
  user: string;
  collection: string;
  from: string;
  to: string;
  kind: string;
  weight: number | null;
  metadata: Record<string, string>;
}

export interface LinkResponse {
  edge: Edge;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface UpdateEntityWeightRequest {
  workspace: string;
  user: string;
  collection: string;
  entity_id: string;
  entity_type: 'NODE' | 'EDGE';
  /** Any number within the range of a 32-bit float; it is stored as it is given. */
  weight: number;
  reason: string | null;
  /** Who changes it, by a name of the caller's own. Absent: caller. */
  changed_by: string | null;
}

export interface UpdateEntityWeightResponse {
  status: string;
  entity_id: string;
  new_weight: number;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface WeightHistoryRequest {
  workspace: string;
  user: string;
  collection: string;
  entity_id: string;
  limit: number;
  cursor: string | null;
}

/** A weight, when it was set, and why. */
export interface WeightChange {
  weight: number | null;
  changed_at: string;
  reason: string;
  /** Absent: it had none. */
  old_weight: number | null;
  /** caller or the name it gave; rollback; or the service that learned it. */
  changed_by: string;
}

export interface WeightHistoryResponse {
  changes: WeightChange[];
  next_cursor: string | null;
}

export interface RollbackWeightsRequest {
  workspace: string;
  user: string;
  collection: string;
  to: string;
}

export interface RollbackWeightsResponse {
  changed: number;
}

export interface FeedbackRequest {
  workspace: string;
  user: string;
  collection: string;
  receipt_id: string;
  /** -1 harmful to 1 useful. */
  reward: number;
  /** Only these of the receipt's items; none: all. */
  ids: string[];
}

export interface FeedbackResponse {
  /** Items whose edge answered_by from the question has moved. 0: the same was said before, the reward is 0, or the question had no words. */
  changed: number;
}

export interface TriggerCompactionRequest {
  workspace: string;
  user: string;
  collection: string;
  /**
   * Facts, episodes, messages, tool calls and their results, code units, entities, summaries; inv_… stands for all messages and tool calls of that
   * invocation. Together at most 1,000 nodes; messages of one conversation.
   */
  node_ids: string[];
  /** Tells what would be compacted and changes nothing. */
  dry_run: boolean;
}

export interface TriggerCompactionResponse {
  status: string;
  /** "Compaction process initiated for N nodes." */
  message: string;
  /** Empty for a dry run. */
  job_id: string;
  dry_run: boolean;
  /** What is compacted, in order of time. */
  node_ids: string[];
}

export interface CreateSummaryNodeRequest {
  workspace: string;
  user: string;
  collection: string;
  summary_content: string;
  original_node_ids: string[];
  generating_model: string | null;
  /** The job this answers. */
  job_id: string | null;
}

export interface CreateSummaryNodeResponse {
  status: string;
  summary_node_id: string;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

/** Work that goes on after its request was answered. */
export interface Job {
  id: string;
  /** What is done: insights, prune, purge … */
  kind: string;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  created_at: string;
  updated_at: string;
  /** 0 to 1. */
  progress: number;
  /** Why it failed; of a job that has not ended: why its last attempt did, which is repeated. */
  error: string | null;
  /** What came of it, by the names of the operation that started it; what is no text stands there as its JSON. */
  result: Record<string, string>;
  /** What it is about: the id of a conversation. */
  subject: string | null;
}

export interface GetJobRequest {
  workspace: string;
  user: string;
  collection: string;
  job_id: string;
}

export interface GetJobResponse {
  job: Job;
}

export interface ListJobsRequest {
  workspace: string;
  user: string;
  collection: string;
  limit: number;
  cursor: string | null;
  statuses: ('queued' | 'running' | 'done' | 'failed' | 'cancelled')[];
  /** Only jobs of this kind. */
  kind: string | null;
  /** Only jobs about this. */
  subject: string | null;
}

export interface ListJobsResponse {
  jobs: Job[];
  next_cursor: string | null;
}

export interface CancelJobRequest {
  workspace: string;
  user: string;
  collection: string;
  job_id: string;
}

export interface CancelJobResponse {
  job: Job;
}

export interface RestoreNodeRequest {
  workspace: string;
  user: string;
  collection: string;
  id: string;
}

export interface RestoreNodeResponse {
  node: Node;
  /** All that is active again, where a compaction was undone. */
  restored_ids: string[];
}

/** What can be set about memory. What is absent was not set here: the next wider one holds (conversation, scope, user, the fleet's variables). */
export interface Settings {
  /** off: nothing is read and nothing is written. List, Get, History, Delete, Export and Purge still work. */
  memory: 'on' | 'off' | null;
  /** What happens to secrets and numbers of cards and accounts before anything is stored. */
  sensitive_data: 'allow' | 'redact' | 'refuse' | null;
  /**
   * What happens to e-mails, phone numbers, postal addresses, numbers by which a state knows a person and what is said of health before anything is
   * stored.
   */
  personal_data: 'allow' | 'redact' | 'refuse' | null;
  /**
   * What is to be learned from what is said, in plain words. Models follow them; rules follow what they plainly refuse ("Never learn anything about my
   * health").
   */
  learning_instructions: string | null;
  /** Categories, known ones (health, finance, work …) or any words: only what is of one of them is learned. Empty: nothing was set here. */
  keep_categories: string[];
  /** Categories that are never learned. Those of the conversation, the scope and the user hold together. */
  never_categories: string[];
  /** What the user's profile holds: a JSON Schema, as JSON text, whose properties are the fields, each with a description. Not for a conversation. */
  profile_schema: string | null;
  /**
   * Most tokens that models may take in a day (UTC) to learn in one scope; rules go on when they are spent. 0 or absent: any number. The fleet as a
   * whole has a limit of its own. Not for a conversation.
   */
  learn_tokens_per_day: number | null;
}

/** What models still are to learn from, and what they may take for it. */
export interface LearningState {
  /** Messages and events of the scope that rules have read and a model is still to read. */
  waiting: number;
  /** Tokens that models took today (UTC) to learn in the scope, as their servers report them or as we estimate. */
  tokens_today: number;
  /** The limit of the scope; 0: none. */
  tokens_per_day: number;
  /** Of all scopes of the fleet together. */
  tokens_today_in_all: number;
  tokens_per_day_in_all: number;
  /** One of the two is spent: until midnight UTC rules alone learn. */
  tokens_spent: boolean;
}

export interface GetSettingsRequest {
  workspace: string;
  user: string;
  collection: string;
  /** What was set for this conversation too. Empty counts as absent. */
  conversation_id: string | null;
}

export interface GetSettingsResponse {
  /** What was set for the user, all collections. */
  of_user: Settings;
  of_scope: Settings;
  /** Only with conversation_id. */
  of_conversation: Settings | null;
  /** What holds. */
  effective: Settings;
  learning: LearningState;
}

export interface UpdateSettingsRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Only for this conversation. Empty counts as absent. */
  conversation_id: string | null;
  /** For all collections of the user. */
  all_collections: boolean;
  /** Replaces what was set there; an absent member is set no more. */
  settings: Settings;
}

export interface UpdateSettingsResponse {
  effective: Settings;
}

export interface PruneRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Tells what would be archived and changes nothing. */
  dry_run: boolean;
  /** How many active ones to keep; absent: what the fleet's variables say. */
  keep_facts: number | null;
  keep_episodes: number | null;
}

/** A memory that was, or would be, archived. */
export interface Pruned {
  id: string;
  kind: string;
  /** 0 to 1: what its weight, use and age come to. */
  relevance: number;
}

export interface PruneResponse {
  pruned: Pruned[];
  kept: number;
  dry_run: boolean;
  /** It goes on as this job, since it took longer than the request: the job's result has the other members. */
  job_id: string | null;
}

/** What the topics of graph carry: one operation a message. */
export interface GraphOperation {
  get: GetNodeRequest | null;
  neighbours: NeighboursRequest | null;
  paths: PathsRequest | null;
  find_similar: FindSimilarNodesRequest | null;
  link: LinkRequest | null;
  update_entity_weight: UpdateEntityWeightRequest | null;
  weight_history: WeightHistoryRequest | null;
  rollback_weights: RollbackWeightsRequest | null;
  feedback: FeedbackRequest | null;
  trigger_compaction: TriggerCompactionRequest | null;
  create_summary_node: CreateSummaryNodeRequest | null;
  get_job: GetJobRequest | null;
  list_jobs: ListJobsRequest | null;
  cancel_job: CancelJobRequest | null;
  restore: RestoreNodeRequest | null;
  purge: PurgeRequest | null;
  get_settings: GetSettingsRequest | null;
  update_settings: UpdateSettingsRequest | null;
  prune: PruneRequest | null;
  create_node: CreateNodeRequest | null;
  merge_entities: MergeEntitiesRequest | null;
  split_entity: SplitEntityRequest | null;
}

/** The answer to a GraphOperation. */
export interface GraphReply {
  get: GetNodeResponse | null;
  neighbours: NeighboursResponse | null;
  paths: PathsResponse | null;
  find_similar: FindSimilarNodesResponse | null;
  link: LinkResponse | null;
  update_entity_weight: UpdateEntityWeightResponse | null;
  weight_history: WeightHistoryResponse | null;
  rollback_weights: RollbackWeightsResponse | null;
  feedback: FeedbackResponse | null;
  trigger_compaction: TriggerCompactionResponse | null;
  create_summary_node: CreateSummaryNodeResponse | null;
  get_job: GetJobResponse | null;
  list_jobs: ListJobsResponse | null;
  cancel_job: CancelJobResponse | null;
  restore: RestoreNodeResponse | null;
  purge: PurgeResponse | null;
  get_settings: GetSettingsResponse | null;
  update_settings: UpdateSettingsResponse | null;
  prune: PruneResponse | null;
  create_node: CreateNodeResponse | null;
  merge_entities: MergeEntitiesResponse | null;
  split_entity: SplitEntityResponse | null;
  /** Absent on success. */
  error: Error | null;
  /** What the request had that is not known, a text each; null where there is nothing to report. */
  warnings: string[];
}

export interface FindModelRequest {
  workspace: string;
  user: string;
  collection: string;
  /** As events name it: workspace and flow, each percent-encoded, with "/" between them. */
  flow: string;
}

export interface FindModelResponse {
  /** False: the flow names no service of a model, or none of those that it names answers. */
  served: boolean;
}

export interface AskModelRequest {
  workspace: string;
  user: string;
  collection: string;
  /** As events name it: workspace and flow, each percent-encoded, with "/" between them. */
  flow: string;
  /** In their order. */
  messages: ModelMessage[];
  /** A JSON Schema that the answer must fit, where the flow's service can hold its model to one. */
  schema: string | null;
}

/** One message of a prompt. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface AskModelResponse {
  text: string;
  /** As the flow's services report them; absent: they do not. */
  tokens_in: number | null;
  tokens_out: number | null;
}

/** What the topics of trustgraph carry: one operation a message. */
export interface TrustgraphOperation {
  find_model: FindModelRequest | null;
  ask_model: AskModelRequest | null;
}

/** The answer to a TrustgraphOperation. */
export interface TrustgraphReply {
  find_model: FindModelResponse | null;
  ask_model: AskModelResponse | null;
  /** Absent on success. */
  error: Error | null;
  /** What the request had that is not known, a text each; null where there is nothing to report. */
  warnings: string[];
}

export interface AppendWorkingMemoryRequest {
  workspace: string;
  user: string;
  collection: string;
  invocation_id: string;
  items: WorkingMemoryItem[];
  /** Place of the first of these items in the trace, from 0. Absent: behind the last one. */
  position: number | null;
  /** What the invocation is to achieve; it opens the trace. */
  goal: string | null;
  /** Tokens over which the answer says that the trace should be compressed. Absent: the service's own. */
  threshold: number | null;
}

export interface AppendWorkingMemoryResponse {
  item_count: number;
  token_count: number;
  /** The trace is over the threshold. */
  over_threshold: boolean;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface AssembleWorkingMemoryRequest {
  workspace: string;
  user: string;
  collection: string;
  invocation_id: string;
  /** Most tokens of the answer. Absent: the service's threshold. */
  max_tokens: number | null;
  /** Steps at the end that stay verbatim while they fit. */
  keep_recent: number | null;
  /** Its identifiers and numbers survive compression. */
  question: string;
}

export interface AssembleWorkingMemoryResponse {
  items: WorkingMemoryItem[];
  token_count: number;
  /** Tokens of the whole trace. */
  full_token_count: number;
  compressed: boolean;
  /** Items that stand in the summary or are left out. */
  left_out: number;
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
  /** What the summary was written from; absent where the trace is shown word for word. */
  record: CompressedTrace | null;
}

export interface CompressWorkingMemoryRequest {
  workspace: string;
  user: string;
  collection: string;
  invocation_id: string;
  max_tokens: number | null;
  keep_recent: number | null;
  question: string;
}

export interface CompressWorkingMemoryResponse {
  token_count: number;
  /** False when the trace was short enough. */
  compressed: boolean;
  /** model or rules. */
  method: string;
  usage: ModelUsage[];
  /** What stands for the older steps; absent where nothing was compressed yet. */
  record: CompressedTrace | null;
}

export interface ExpandWorkingMemoryRequest {
  workspace: string;
  user: string;
  collection: string;
  invocation_id: string;
  /** Steps, from 1, as the record names them. None: all that the record covers. */
  ordinals: number[];
  /** Most tokens of the answer: the item at which they end is cut and says so, the items behind it are left out. Absent: as many as one message holds. */
  max_tokens: number | null;
}

export interface ExpandWorkingMemoryResponse {
  items: WorkingMemoryItem[];
  token_count: number;
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface DiscardWorkingMemoryRequest {
  workspace: string;
  user: string;
  collection: string;
  invocation_id: string;
}

export interface DiscardWorkingMemoryResponse {
  success: boolean;
}

export interface StoreDetailRequest {
  workspace: string;
  user: string;
  collection: string;
  /** Names this upload; the caller makes it. Absent: the request's id. */
  upload_id: string | null;
  /** Position of this chunk in the upload, from 0. */
  sequence: number;
  /** Text; or base64 of the bytes where encoding says so. */
  chunk: string;
  encoding: 'text' | 'base64';
  /** This is the last chunk. */
  end: boolean;
  /** The word to use in the placeholder. Absent: the service makes one. A key that names another content already is refused with already-exists. */
  memory_key: string | null;
  description: string | null;
  /** command_output, file_content, user_preference, api_response … */
  memory_type: string;
  content_type: string;
  /** The conversation that it belongs to. Empty counts as absent. */
  conversation_id: string | null;
  invocation_id: string | null;
  metadata: Record<string, string>;
  /** The whole payload in one call; then chunk, sequence and end are absent. Text, or base64 as encoding says. */
  content: string | null;
  /** The same as memory_type. */
  type: string | null;
  /** The agent that made it. */
  agent_id: string | null;
  /** The command or tool call that gave it. */
  source_command: string | null;
}

export interface StoreDetailResponse {
  /** Given after the last chunk. */
  detail: Detail | null;
  /** [MemoryRef: memory_key - description] */
  placeholder: string | null;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
  /** The word in the placeholder, for RetrieveDetail. Given after the last chunk. */
  memory_key: string | null;
}

export interface RetrieveDetailRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The word in the placeholder, the placeholder itself, or the id of the detail. */
  memory_key: string;
  /** First byte, from 0. A text begins at the first sign that starts there or later. */
  offset: number | null;
  /** Most bytes of the answer. */
  max_bytes: number;
  /** First line, from 1, and how many. With pattern or grep: the line to look from. */
  line: number | null;
  lines: number | null;
  /** RFC 6901. Offset and max_bytes are those of the value's text. */
  json_pointer: string | null;
  /** Only lines that hold this text. */
  grep: string | null;
  encoding: 'text' | 'base64';
  /** The same as memory_key. */
  id: string | null;
  /** The page to answer, from 1, and how many bytes a page has (absent: as many as max_bytes). */
  page: number | null;
  page_size: number | null;
  /** Only lines that match this regular expression (RE2: no look-around and no back-references). */
  pattern: string | null;
  /** Lines to show before and after each line that pattern or grep finds. */
  context_lines: number | null;
  /** The passages that share most with these words, best first. Page leads on. */
  query: string | null;
  /** Most tokens of the answer. */
  max_tokens: number | null;
}

export interface RetrieveDetailResponse {
  detail: Detail;
  content: string;
  /** First byte of the next part; absent at the end. */
  next_offset: number | null;
  /** The page after this one; absent at the end. */
  next_page: number | null;
  /** The line to go on from; absent at the end. */
  next_line: number | null;
  /** Of an answer by pages. */
  total_pages: number | null;
  /** How to read what this answer leaves out, in one sentence. */
  how_to_go_on: string | null;
}

export interface SearchDetailsRequest {
  workspace: string;
  user: string;
  collection: string;
  query: string;
  /** Only what was stored in this conversation. Empty counts as absent. */
  conversation_id: string | null;
  top_k: number;
  /** The same as conversation_id. */
  thread_id: string | null;
  /** Only what this agent has made. */
  agent_id: string | null;
  /** Only of this type, for example article. */
  type: string | null;
}

export interface SearchDetailsResponse {
  details: Detail[];
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface DeleteDetailRequest {
  workspace: string;
  user: string;
  collection: string;
  /** The word in the placeholder, the placeholder itself, or the id of the detail. */
  memory_key: string;
}

export interface DeleteDetailResponse {
  success: boolean;
}

/** What the topics of working-memory carry: one operation a message. */
export interface WorkingMemoryOperation {
  append: AppendWorkingMemoryRequest | null;
  assemble: AssembleWorkingMemoryRequest | null;
  compress: CompressWorkingMemoryRequest | null;
  discard: DiscardWorkingMemoryRequest | null;
  store_detail: StoreDetailRequest | null;
  retrieve_detail: RetrieveDetailRequest | null;
  search_details: SearchDetailsRequest | null;
  delete_detail: DeleteDetailRequest | null;
  purge: PurgeRequest | null;
  expand: ExpandWorkingMemoryRequest | null;
}

/** The answer to a WorkingMemoryOperation. */
export interface WorkingMemoryReply {
  append: AppendWorkingMemoryResponse | null;
  assemble: AssembleWorkingMemoryResponse | null;
  compress: CompressWorkingMemoryResponse | null;
  discard: DiscardWorkingMemoryResponse | null;
  store_detail: StoreDetailResponse | null;
  retrieve_detail: RetrieveDetailResponse | null;
  search_details: SearchDetailsResponse | null;
  delete_detail: DeleteDetailResponse | null;
  purge: PurgeResponse | null;
  expand: ExpandWorkingMemoryResponse | null;
  /** Absent on success. */
  error: Error | null;
  /** What the request had that is not known, a text each; null where there is nothing to report. */
  warnings: string[];
}
