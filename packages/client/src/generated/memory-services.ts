// Made from proto/ by "npm run generate".

import type { CallOptions } from '../call-options.ts';

/** The services of memory, each with its operations. */
export interface MemoryServices {
  /** Facts: statements that last. */
  readonly facts: FactsService;
  /** Episodes: what was attempted, and what came of it. */
  readonly episodes: EpisodesService;
  /** Conversations: what was said, and what each invocation did. An unknown conversation answers not-found, "Conversation <id> not found". */
  readonly conversations: ConversationsService;
  /** Working memory: the trace of a running invocation, kept within a budget of tokens, and the payloads too large for it. */
  readonly workingMemory: WorkingMemoryService;
  /** Graph: everything remembered as nodes and edges, their learned weights, and compaction. */
  readonly graph: GraphService;
  /** Agent: reasons and acts with memory until it can answer. */
  readonly agent: AgentService;
}

/** Facts: statements that last. */
export interface FactsService {
  /** Finds the facts that answer a question, best first. Sees the scope's active facts and, with conversation_id, those visible only there. */
  retrieve(request?: RetrieveFactsRequest, options?: CallOptions): Promise<RetrieveFactsResponse>;
  /** Stores a fact. The same text in the same scope is the same fact: the answer is the id it already has. A key that the scope knows changes the fact that has it. */
  store(request: StoreFactRequest, options?: CallOptions): Promise<StoreFactResponse>;
  /** One fact by its id. A deleted one is not-found unless include_deleted. */
  get(request: GetFactRequest, options?: CallOptions): Promise<GetFactResponse>;
  /** The facts of a scope, newest first. */
  list(request?: ListFactsRequest, options?: CallOptions): Promise<ListFactsResponse>;
  /** Deletes softly: the fact is found no more and can be restored. Deleting it again changes nothing. */
  delete(request: DeleteFactRequest, options?: CallOptions): Promise<DeleteFactResponse>;
  /** Every state a fact has been in, and those of the facts whose place it took, oldest first. */
  history(request: FactHistoryRequest, options?: CallOptions): Promise<FactHistoryResponse>;
  /** Undoes a deletion or a replacement (the fact that took its place steps back), or releases what is quarantined. Refused with failed-precondition if the same text has been stored again since. */
  restore(request: RestoreFactRequest, options?: CallOptions): Promise<RestoreFactResponse>;
  /** Erases for good. */
  purge(request?: PurgeRequest, options?: CallOptions): Promise<PurgeResponse>;
  /** Changes what is given of a fact; its id stays. Refused with aborted if its version is not the expected one, and with already-exists if another fact has the text. */
  update(request: UpdateFactRequest, options?: CallOptions): Promise<UpdateFactResponse>;
  /** Stores up to 1,000 facts at once, as Store does. Each has its own result: one that is refused does not refuse the others. */
  storeMany(request: StoreManyFactsRequest, options?: CallOptions): Promise<StoreManyFactsResponse>;
  /** What a message is to the facts, by rules and without a model: a statement, a correction, a request to forget or a question, and what answers it. It changes nothing. */
  interpret(request: InterpretMessageRequest, options?: CallOptions): Promise<InterpretMessageResponse>;
  /** What is known of the user, by the fields of the scope's profile schema, within 400 tokens: of each field the most confident facts, the newest first. */
  getProfile(request?: GetProfileRequest, options?: CallOptions): Promise<GetProfileResponse>;
}

/** Episodes: what was attempted, and what came of it. */
export interface EpisodesService {
  /** Finds episodes like the goal at hand, best first. */
  retrieve(request?: RetrieveEpisodesRequest, options?: CallOptions): Promise<RetrieveEpisodesResponse>;
  /** Stores an episode. The same goal, steps, outcome and lessons in one scope are the same episode. A key that the scope knows changes the episode that has it. */
  store(request: StoreEpisodeRequest, options?: CallOptions): Promise<StoreEpisodeResponse>;
  /** One episode by its id. A deleted one is not-found unless include_deleted. */
  get(request: GetEpisodeRequest, options?: CallOptions): Promise<GetEpisodeResponse>;
  /** The episodes of a scope, newest first. */
  list(request?: ListEpisodesRequest, options?: CallOptions): Promise<ListEpisodesResponse>;
  /** Deletes softly. Deleting it again changes nothing. */
  delete(request: DeleteEpisodeRequest, options?: CallOptions): Promise<DeleteEpisodeResponse>;
  /** Erases for good. */
  purge(request?: PurgeRequest, options?: CallOptions): Promise<PurgeResponse>;
  /** Undoes a deletion, or releases what is quarantined. */
  restore(request: RestoreEpisodeRequest, options?: CallOptions): Promise<RestoreEpisodeResponse>;
  /** Every state an episode has been in, oldest first. */
  history(request: EpisodeHistoryRequest, options?: CallOptions): Promise<EpisodeHistoryResponse>;
  /** Says whether what was attempted succeeded. Nothing but a later SetOutcome changes it again. */
  setOutcome(request: SetEpisodeOutcomeRequest, options?: CallOptions): Promise<SetEpisodeOutcomeResponse>;
  /** Stores an error or a solution that a caller of the graph service makes; the same text is the same one. The graph service asks. */
  storeExperience(request: StoreExperienceRequest, options?: CallOptions): Promise<StoreExperienceResponse>;
}

/** Conversations: what was said, and what each invocation did. An unknown conversation answers not-found, "Conversation <id> not found". */
export interface ConversationsService {
  /** Starts a conversation. The caller may give the id; one that exists is already-exists. */
  create(request?: CreateConversationRequest, options?: CallOptions): Promise<CreateConversationResponse>;
  /** The summaries of the conversation's invocations, oldest first. */
  get(request: GetConversationMemoryRequest, options?: CallOptions): Promise<GetConversationMemoryResponse>;
  /** Appends the summary of one invocation. Creates the conversation if it is not there. */
  update(request: UpdateConversationMemoryRequest, options?: CallOptions): Promise<UpdateConversationMemoryResponse>;
  /** Appends one message, at the next ordinal. Creates the conversation if it is not there, reopens it if it had ended. */
  appendMessage(request: AppendMessageRequest, options?: CallOptions): Promise<AppendMessageResponse>;
  /** The conversations of a scope, last changed first. */
  list(request?: ListConversationsRequest, options?: CallOptions): Promise<ListConversationsResponse>;
  /** The messages of a conversation, oldest first. */
  history(request: ConversationHistoryRequest, options?: CallOptions): Promise<ConversationHistoryResponse>;
  /** Finds messages, best first: in one conversation, or in all of the scope. */
  search(request?: SearchMessagesRequest, options?: CallOptions): Promise<SearchMessagesResponse>;
  /** Says that the conversation is over: conversation-ended goes out. Ending it again changes nothing. */
  end(request: EndConversationRequest, options?: CallOptions): Promise<EndConversationResponse>;
  /** Deletes the conversation and its messages softly. */
  delete(request: DeleteConversationRequest, options?: CallOptions): Promise<DeleteConversationResponse>;
  /** The tool calls of a conversation with their results, oldest first. */
  toolCalls(request: ListToolCallsRequest, options?: CallOptions): Promise<ListToolCallsResponse>;
  /** What an agent should be shown of a conversation within a budget of tokens. */
  buildContext(request?: BuildContextRequest, options?: CallOptions): Promise<BuildContextResponse>;
  /** Has the conversation summarised in two or three sentences. The work is stored first; the text is answered where it is there before the deadline. */
  summarize(request: SummarizeConversationRequest, options?: CallOptions): Promise<SummarizeConversationResponse>;
  /** Finds conversations like a text, by what their summaries mean or, of the 200 changed last, their titles, most alike first. */
  findSimilar(request: FindSimilarConversationsRequest, options?: CallOptions): Promise<FindSimilarConversationsResponse>;
  /** Starts a conversation that has another's messages up to one of them, its tags and its settings. From then on neither sees what is appended to the other. */
  branch(request: BranchConversationRequest, options?: CallOptions): Promise<BranchConversationResponse>;
  /** What one of two conversations has and the other has not, from where they parted. */
  diff(request: DiffConversationsRequest, options?: CallOptions): Promise<DiffConversationsResponse>;
  /** Takes what a branch has into the conversation that it parted from: the messages of both since then, by when they were received, each once. The branch stays as it is, to be read. */
  merge(request: MergeConversationRequest, options?: CallOptions): Promise<MergeConversationResponse>;
  /** Links messages to code, or answers which conversations discussed it, the last that did first. */
  references(request?: ReferencesRequest, options?: CallOptions): Promise<ReferencesResponse>;
  /**
   * What conversations came to: main topic, findings and actions, or what is asked for. It runs as a job; where that is not done within the request's
   * time, the answer has its id alone, and graph.GetJob holds the rest later.
   */
  insights(request?: InsightsRequest, options?: CallOptions): Promise<InsightsResponse>;
  /** Takes a conversation out of lists and of searches that name no conversation; it stays readable by id. Restore and a new message undo it. */
  archive(request: ArchiveConversationRequest, options?: CallOptions): Promise<ArchiveConversationResponse>;
  /** The whole conversation as one JSON document, piece by piece. A piece can be asked for again; a conversation that changed since the first piece is failed-precondition. */
  export(request: ExportConversationRequest, options?: CallOptions): Promise<ExportConversationResponse>;
  /** Takes in one piece of an exported conversation; the last one makes it visible. Nothing is learned from it. A conversation that is there with other content is already-exists; so is one that was deleted there, with the first piece. */
  import(request: ImportConversationRequest, options?: CallOptions): Promise<ImportConversationResponse>;
  /** Erases for good. */
  purge(request?: PurgeRequest, options?: CallOptions): Promise<PurgeResponse>;
  /** Appends messages at the next ordinals, all or none. With wait_ms it answers what was learned from them by then; they are stored before the wait. */
  appendMessages(request: AppendMessagesRequest, options?: CallOptions): Promise<AppendMessagesResponse>;
  /** Makes a conversation that was archived or deleted, or a message that expired or was deleted, active again. */
  restore(request: RestoreConversationRequest, options?: CallOptions): Promise<RestoreConversationResponse>;
  /** Stores what an invocation did and what was said in it, once, as its event does that comes later. The agent asks before its caller has the answer. */
  appendInvocation(request: AppendInvocationRequest, options?: CallOptions): Promise<AppendInvocationResponse>;
}

/** Working memory: the trace of a running invocation, kept within a budget of tokens, and the payloads too large for it. */
export interface WorkingMemoryService {
  /** Appends to the trace of an invocation. Items that were appended before, by their place, change nothing. */
  append(request: AppendWorkingMemoryRequest, options?: CallOptions): Promise<AppendWorkingMemoryResponse>;
  /** The trace as it goes into the context: never over the budget, the newest steps verbatim, what is critical kept. */
  assemble(request: AssembleWorkingMemoryRequest, options?: CallOptions): Promise<AssembleWorkingMemoryResponse>;
  /**
   * Has the older steps of the trace written down as a record, by the model if there is one; the record stands in their place.
   * It works from 80 % of the budget on, so that a caller may ask for it before the trace is over, and need not wait.
   */
  compress(request: CompressWorkingMemoryRequest, options?: CallOptions): Promise<CompressWorkingMemoryResponse>;
  /** Drops the trace of an invocation. */
  discard(request: DiscardWorkingMemoryRequest, options?: CallOptions): Promise<DiscardWorkingMemoryResponse>;
  /**
   * Stores a payload outside the context, whole by content, or in chunks, of which the last answers the placeholder. Of a payload over 64 MB
   * the first and the last 32 MB are stored.
   */
  storeDetail(request?: StoreDetailRequest, options?: CallOptions): Promise<StoreDetailResponse>;
  /** A part of a payload: a page, bytes, lines, the value at a JSON pointer, the lines that match, or the passages that share most with a query. */
  retrieveDetail(request?: RetrieveDetailRequest, options?: CallOptions): Promise<RetrieveDetailResponse>;
  /** Finds payloads by what they say. */
  searchDetails(request: SearchDetailsRequest, options?: CallOptions): Promise<SearchDetailsResponse>;
  /** Deletes a payload softly. */
  deleteDetail(request: DeleteDetailRequest, options?: CallOptions): Promise<DeleteDetailResponse>;
  /** Erases for good. */
  purge(request?: PurgeRequest, options?: CallOptions): Promise<PurgeResponse>;
  /** Steps that stand in the record, word for word again. */
  expand(request: ExpandWorkingMemoryRequest, options?: CallOptions): Promise<ExpandWorkingMemoryResponse>;
}

/** Graph: everything remembered as nodes and edges, their learned weights, and compaction. */
export interface GraphService {
  /** One node by its id, whatever its status; a deleted one is not-found. */
  get(request: GetNodeRequest, options?: CallOptions): Promise<GetNodeResponse>;
  /** The nodes joined to one, by kind of edge, direction and weight, up to three edges away. */
  neighbours(request: NeighboursRequest, options?: CallOptions): Promise<NeighboursResponse>;
  /** The shortest ways between two nodes: all of one length, and each edge in either direction. */
  paths(request: PathsRequest, options?: CallOptions): Promise<PathsResponse>;
  /** Finds nodes of any kind like a text or like another node. What only its conversation sees is not among them. */
  findSimilar(request?: FindSimilarNodesRequest, options?: CallOptions): Promise<FindSimilarNodesResponse>;
  /** Joins two nodes of a scope, whatever their kinds. Two nodes have one edge of a kind in a direction: again it changes that edge's weight and metadata. */
  link(request: LinkRequest, options?: CallOptions): Promise<LinkResponse>;
  /** Sets the learned weight of a node or an edge. */
  updateEntityWeight(request: UpdateEntityWeightRequest, options?: CallOptions): Promise<UpdateEntityWeightResponse>;
  /** Every weight a node or edge has had, newest first. */
  weightHistory(request: WeightHistoryRequest, options?: CallOptions): Promise<WeightHistoryResponse>;
  /** Sets the weights of a scope back to what they were at a time. */
  rollbackWeights(request: RollbackWeightsRequest, options?: CallOptions): Promise<RollbackWeightsResponse>;
  /**
   * Says how useful what was recalled has been: what answered a question is found sooner where it is asked again, also in other words. Each item of a
   * receipt counts once for its use and once for its harm.
   */
  feedback(request: FeedbackRequest, options?: CallOptions): Promise<FeedbackResponse>;
  /** Has a set of nodes summarised into one, which takes their place: they are archived once the summary is stored. Answers a job at once. */
  triggerCompaction(request: TriggerCompactionRequest, options?: CallOptions): Promise<TriggerCompactionResponse>;
  /** Takes the summary that a compaction waits for, and archives what it stands for. For summarising services that are trusted. */
  createSummaryNode(request: CreateSummaryNodeRequest, options?: CallOptions): Promise<CreateSummaryNodeResponse>;
  /** One job, with its result once it is done. A job is found until it expires. */
  getJob(request: GetJobRequest, options?: CallOptions): Promise<GetJobResponse>;
  /** The jobs of a scope, newest first. */
  listJobs(request?: ListJobsRequest, options?: CallOptions): Promise<ListJobsResponse>;
  /** Stops a job that has not ended, before its next slice. One that has ended stays as it is. */
  cancelJob(request: CancelJobRequest, options?: CallOptions): Promise<CancelJobResponse>;
  /** Undoes a compaction, of its summary or of any node that it archived: all of these are active again. The service that owns a node restores what was archived otherwise. */
  restore(request: RestoreNodeRequest, options?: CallOptions): Promise<RestoreNodeResponse>;
  /** Erases for good, in every store, whatever kind it is. Where each service's own Purge erases its own kinds, this one erases all. */
  purge(request?: PurgeRequest, options?: CallOptions): Promise<PurgeResponse>;
  /** What was set for a scope, and what holds there after its user's and its conversation's settings. */
  getSettings(request?: GetSettingsRequest, options?: CallOptions): Promise<GetSettingsResponse>;
  /** Sets what holds for a scope, for all of its user, or for one conversation. */
  updateSettings(request: UpdateSettingsRequest, options?: CallOptions): Promise<UpdateSettingsResponse>;
  /** Archives the least relevant facts and episodes of a scope until so many are left, or tells which it would. */
  prune(request?: PruneRequest, options?: CallOptions): Promise<PruneResponse>;
  /** Makes a node of a kind that callers make. The same id with the same content changes nothing. */
  createNode(request: CreateNodeRequest, options?: CallOptions): Promise<CreateNodeResponse>;
  /** Makes several entities one: that one has the names and the mentions of the others. SplitEntity undoes it. */
  mergeEntities(request: MergeEntitiesRequest, options?: CallOptions): Promise<MergeEntitiesResponse>;
  /** Makes an entity of its own of a part of what mentions another, or of one that was merged into it. MergeEntities undoes it. */
  splitEntity(request: SplitEntityRequest, options?: CallOptions): Promise<SplitEntityResponse>;
}

/** Agent: reasons and acts with memory until it can answer. */
export interface AgentService {
  /** Answers a question. Frames come as the agent goes; the last one has end_of_dialog, the answer and the receipt. */
  invoke(request: AgentRequest, options?: CallOptions): Promise<AgentResponse>;
  /** The frames of `invoke`, as they come. Leaving the loop early cancels. */
  invokeStream(request: AgentRequest, options?: CallOptions): AsyncIterable<AgentResponse>;
  /** Stops an Invoke that runs or waits; its caller gets a last frame of type error. */
  cancel(request: CancelRequest, options?: CallOptions): Promise<CancelResponse>;
  /** What memory has on a query, assembled as Invoke shows it to its model, as one text. Nothing is answered. */
  recall(request: RecallRequest, options?: CallOptions): Promise<RecallResponse>;
  /** What an answer was made of. Receipts are stored a moment after their answer, for RECEIPT_TTL_DAYS. */
  getReceipt(request: GetReceiptRequest, options?: CallOptions): Promise<GetReceiptResponse>;
  /**
   * Decides on calls that a run waits for, and goes on with it once all of them are decided: frames come as of Invoke. A decision has its effect once, however often it
   * is sent.
   */
  resume(request: ResumeRequest, options?: CallOptions): Promise<AgentResponse>;
  /** The frames of `resume`, as they come. Leaving the loop early cancels. */
  resumeStream(request: ResumeRequest, options?: CallOptions): AsyncIterable<AgentResponse>;
  /** The runs of the scope that wait, newest first. */
  listWaiting(request?: ListWaitingRequest, options?: CallOptions): Promise<ListWaitingResponse>;
  /** A new run from any step of a run that waits or has ended, with another question, model or result. Both stay. */
  fork(request: ForkRequest, options?: CallOptions): Promise<AgentResponse>;
  /** The frames of `fork`, as they come. Leaving the loop early cancels. */
  forkStream(request: ForkRequest, options?: CallOptions): AsyncIterable<AgentResponse>;
}

export interface RetrieveFactsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The question. Required unless an embedding is given. */
  readonly query?: string | null;
  /** A vector of the query made by the embedder this scope uses; then nothing is embedded here. */
  readonly embedding?: readonly number[] | null;
  /** Which embedder made the vector. Another than ours is refused, never mixed. */
  readonly embedder?: string | null;
  readonly top_k?: number | null;
  /** Sees this conversation's own facts too. Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** Facts scored lower are left out. 0 to 1. */
  readonly score_threshold?: number | null;
  /** Answers the score by stage too. */
  readonly explain?: boolean | null;
  readonly include_embedding?: boolean | null;
  readonly include_weights?: boolean | null;
  /** What was believed at this time, as it was then: of the best of what is believed now, and what was retired since. */
  readonly as_of?: string | null;
  /** A pipeline by name in place of the configured one: default or agent-cli. */
  readonly preset?: string | null;
  /** Parameters of recall by name, stronger than the preset's. */
  readonly parameters?: Record<string, number> | null;
  /** Only facts that pass are looked at. `filter` in the receipt's degraded: an older version's documents are not filtered yet, and were left out. */
  readonly filter?: Filter | null;
  /** weight_desc, weight_asc and created_at put what was found into another order; what has no weight comes last. */
  readonly sort_by?: 'score' | 'weight_desc' | 'weight_asc' | 'created_at' | null;
  /** Only facts with a weight from this on. */
  readonly min_weight?: number | null;
  /** Only facts with a weight up to this. */
  readonly max_weight?: number | null;
}

export interface StoreFactRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly content: string;
  /** Where it was learned: as a rule the conversation_id. */
  readonly source?: string | null;
  readonly metadata?: Record<string, string> | null;
  /** When it was said or learned; absent: now. */
  readonly timestamp?: string | null;
  /** 0 to 1. Absent: 1, or 0.7 of what an agent stores, since what the user says outranks it. */
  readonly confidence?: number | null;
  /** Absent: scope. */
  readonly visibility?: 'scope' | 'conversation' | null;
  /** Required for visibility "conversation". Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** Absent: user. */
  readonly trust?: 'user' | 'tool' | 'agent' | 'import' | null;
  readonly subject?: string | null;
  readonly predicate?: string | null;
  readonly object?: string | null;
  readonly valid_from?: string | null;
  readonly valid_to?: string | null;
  readonly evidence?: EvidenceInput | null;
  /** A vector of the content; then nothing is embedded here. Needs embedder. */
  readonly embedding?: readonly number[] | null;
  readonly embedder?: string | null;
  readonly tags?: readonly string[] | null;
  /** The caller's own name of the fact. If the scope has a fact of this key, what is given here changes that one, as Update does. */
  readonly key?: string | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
}

export interface GetFactRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly fact_id: string;
  readonly include_deleted?: boolean | null;
  readonly include_embedding?: boolean | null;
  readonly include_weights?: boolean | null;
}

export interface ListFactsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly limit?: number | null;
  /** next_cursor of the page before. */
  readonly cursor?: string | null;
  /** Absent: ACTIVE. */
  readonly statuses?: readonly ('ACTIVE' | 'SUPERSEDED' | 'DELETED' | 'ARCHIVED' | 'QUARANTINED' | 'EXPIRED')[] | null;
  /** Only those learned in this conversation. Empty counts as absent. */
  readonly conversation_id?: string | null;
  readonly include_weights?: boolean | null;
  /** What was believed at this time, as it was then; statuses are those of then. */
  readonly as_of?: string | null;
  /** Only facts that pass. A page that would read more than 20,000 facts is shorter; its next_cursor leads on. */
  readonly filter?: Filter | null;
  /** By weight come only facts that have one; it does not go together with conversation_id, nor do weights go together with as_of. */
  readonly sort_by?: 'created_at' | 'weight_desc' | 'weight_asc' | null;
  /** Only facts with a weight from this on. */
  readonly min_weight?: number | null;
  /** Only facts with a weight up to this. */
  readonly max_weight?: number | null;
  /**
   * Only facts that one of these texts states: it holds each word of the fact's content that says something, and those are two or more. With
   * statuses SUPERSEDED and DELETED alone, and without as_of, conversation_id, cursor, filter, weights or another order: the newest, on one page.
   * A fact whose content is believed again, as another fact, is left out.
   */
  readonly stated_in?: readonly string[] | null;
  /** With stated_in, or alone in its place: also facts that were learned from one of these invocations and messages, by their ids. */
  readonly learned_from?: readonly string[] | null;
}

export interface DeleteFactRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly fact_id: string;
}

export interface FactHistoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly fact_id: string;
}

export interface RestoreFactRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly fact_id: string;
  /** The version to return to; absent: the last one that was active. */
  readonly version?: number | null;
}

/** What to erase for good. Exactly one of the three is given. */
export interface PurgeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** One record. */
  readonly id?: string | null;
  /** All that was learned in this conversation. Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** All of the scope. */
  readonly everything?: boolean | null;
  /** With everything: all collections of this workspace's user. */
  readonly all_collections?: boolean | null;
}

export interface UpdateFactRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly fact_id: string;
  /** The new text. It is said now: of the old one's subject, predicate, object and evidence nothing stays. */
  readonly content?: string | null;
  /** Replaces all of it. */
  readonly metadata?: Record<string, string> | null;
  /** Replaces all of them. */
  readonly tags?: readonly string[] | null;
  /** 0 to 1. */
  readonly confidence?: number | null;
  readonly valid_from?: string | null;
  readonly valid_to?: string | null;
  /** The version the caller has read; absent: any. */
  readonly expected_version?: number | null;
  /** Members to empty. */
  readonly clear?: readonly ('metadata' | 'tags' | 'valid_from' | 'valid_to' | 'confidence' | 'key')[] | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
  /** Who vouches for it from now on; absent: user if the text is another, else as before. */
  readonly trust?: 'user' | 'tool' | 'agent' | 'import' | null;
}

export interface StoreManyFactsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly facts: readonly FactToStore[];
}

export interface InterpretMessageRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** What the user wrote. Rules know English. */
  readonly message: string;
  /** Sees this conversation's own facts too. Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** What the user wrote before: "Since when?" and "No, it is Milan" go on from it. */
  readonly previous?: string | null;
}

export interface GetProfileRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Sees this conversation's own facts too. Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** Of the whole block. */
  readonly max_tokens?: number | null;
  /** The facts that an entry's fact replaced are not looked up. */
  readonly without_history?: boolean | null;
}

export interface RetrieveEpisodesRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The goal or question. Required unless an embedding is given. */
  readonly query?: string | null;
  /** Where the agent stands now; it counts beside the query. */
  readonly state?: string | null;
  /** A vector of the query made by the embedder this scope uses. */
  readonly embedding?: readonly number[] | null;
  readonly embedder?: string | null;
  readonly top_k?: number | null;
  readonly score_threshold?: number | null;
  readonly explain?: boolean | null;
  readonly include_embedding?: boolean | null;
  readonly include_weights?: boolean | null;
  /** A pipeline by name in place of the configured one: default or agent-cli. */
  readonly preset?: string | null;
  /** Parameters of recall by name, stronger than the preset's. */
  readonly parameters?: Record<string, number> | null;
  /** An error that was met, as it was read. Errors like it bring what solved them and the episodes that met them. */
  readonly error?: string | null;
  /**
   * Only episodes that pass are looked at. `filter` in the receipt's degraded: an older version's documents are not filtered yet, and were left out.
   * A solution has neither metadata nor tags.
   */
  readonly filter?: Filter | null;
  /** weight_desc, weight_asc and created_at put what was found into another order; what has no weight comes last. */
  readonly sort_by?: 'score' | 'weight_desc' | 'weight_asc' | 'created_at' | null;
  /** Only episodes with a weight from this on. */
  readonly min_weight?: number | null;
  /** Only episodes with a weight up to this. */
  readonly max_weight?: number | null;
}

export interface StoreEpisodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly goal: string;
  readonly steps?: readonly string[] | null;
  readonly outcome?: string | null;
  readonly lessons?: string | null;
  readonly metadata?: Record<string, string> | null;
  /** When it happened; absent: now. */
  readonly timestamp?: string | null;
  readonly success?: boolean | null;
  /** The conversation that it happened in. Empty counts as absent. */
  readonly conversation_id?: string | null;
  readonly invocation_id?: string | null;
  /** Absent: user. */
  readonly trust?: 'user' | 'tool' | 'agent' | 'import' | null;
  /** A vector of the episode; then nothing is embedded here. Needs embedder. */
  readonly embedding?: readonly number[] | null;
  readonly embedder?: string | null;
  readonly tags?: readonly string[] | null;
  /** The caller's own name of the episode. If the scope has an episode of this key, what is given here changes that one. */
  readonly key?: string | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
}

export interface GetEpisodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly episode_id: string;
  readonly include_deleted?: boolean | null;
  readonly include_embedding?: boolean | null;
  readonly include_weights?: boolean | null;
}

export interface ListEpisodesRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
  readonly statuses?: readonly ('ACTIVE' | 'SUPERSEDED' | 'DELETED' | 'ARCHIVED' | 'QUARANTINED' | 'EXPIRED')[] | null;
  /** Only those of this conversation. Empty counts as absent. */
  readonly conversation_id?: string | null;
  readonly include_weights?: boolean | null;
  /** Only episodes that pass. A page that would read more than 20,000 episodes is shorter; its next_cursor leads on. */
  readonly filter?: Filter | null;
  /** By weight come only episodes that have one; it does not go together with conversation_id. */
  readonly sort_by?: 'created_at' | 'weight_desc' | 'weight_asc' | null;
  /** Only episodes with a weight from this on. */
  readonly min_weight?: number | null;
  /** Only episodes with a weight up to this. */
  readonly max_weight?: number | null;
}

export interface DeleteEpisodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly episode_id: string;
}

export interface RestoreEpisodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly episode_id: string;
}

export interface EpisodeHistoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly episode_id: string;
}

export interface SetEpisodeOutcomeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly episode_id: string;
  readonly outcome: 'unknown' | 'succeeded' | 'failed';
  /** Why; it stands in the episode's history. */
  readonly reason?: string | null;
}

export interface StoreExperienceRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly kind: 'Error' | 'Solution';
  readonly text: string;
  readonly weight?: number | null;
}

export interface CreateConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Absent or empty: we make one. */
  readonly conversation_id?: string | null;
  readonly title?: string | null;
  readonly tags?: readonly string[] | null;
  readonly metadata?: Record<string, string> | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
  /** Whether it is summarised as it goes on. Absent: what ENABLE_SUMMARIZATION says. */
  readonly enable_summarization?: boolean | null;
  /** After how many messages it is summarised again. Absent: what SUMMARIZE_EVERY says. */
  readonly summarize_every?: number | null;
  /** Whether its messages get vectors; without them they are found by their words alone. Absent: what EMBED_MESSAGES says. */
  readonly embed_messages?: boolean | null;
  /** Most messages that BuildContext shows of it. Absent: what MAX_CONTEXT_MESSAGES says. */
  readonly max_context_messages?: number | null;
}

export interface GetConversationMemoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  /** Only the newest ones; absent: all, at most 1,000. */
  readonly limit?: number | null;
}

export interface UpdateConversationMemoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  readonly invocation_summary: InvocationSummaryInput;
}

export interface AppendMessageRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly content: string;
  readonly reasoning?: string | null;
  /** When it was said; absent: now. */
  readonly timestamp?: string | null;
  /** Who wrote it, where the role does not tell. */
  readonly speaker?: string | null;
  readonly metadata?: Record<string, string> | null;
  readonly tool_calls?: readonly ToolCallInput[] | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
}

export interface ListConversationsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
  /** Absent: active and ended. */
  readonly statuses?: readonly ('active' | 'ended' | 'archived')[] | null;
  /** Only those with one of these tags. */
  readonly tags?: readonly string[] | null;
  readonly include_weights?: boolean | null;
  /** The same as one of statuses. */
  readonly status?: 'active' | 'ended' | 'archived' | null;
  /** Only those with all of the tags. */
  readonly match_all_tags?: boolean | null;
}

export interface ConversationHistoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  readonly limit?: number | null;
  readonly cursor?: string | null;
  /** Absent: true. */
  readonly include_tool_calls?: boolean | null;
  /** Absent: true. */
  readonly include_reasoning?: boolean | null;
  /** Newest first. */
  readonly newest_first?: boolean | null;
  readonly include_weights?: boolean | null;
  /** Only messages before this one, by its id. */
  readonly before?: string | null;
  /** Only messages after this one, by its id. */
  readonly after?: string | null;
  /** Only messages that this summary of the conversation covers. */
  readonly summary_id?: string | null;
}

export interface SearchMessagesRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Required unless an embedding is given. */
  readonly query?: string | null;
  readonly embedding?: readonly number[] | null;
  readonly embedder?: string | null;
  /** Absent: what the preset says, 10 as a rule. */
  readonly top_k?: number | null;
  /** Absent or empty: all conversations of the scope, without those that have facts visible in them alone. */
  readonly conversation_id?: string | null;
  readonly roles?: readonly ('user' | 'assistant' | 'system' | 'tool')[] | null;
  readonly score_threshold?: number | null;
  readonly explain?: boolean | null;
  readonly include_weights?: boolean | null;
  /** A pipeline by name in place of the configured one: default or agent-cli. */
  readonly preset?: string | null;
  /** Parameters of recall by name, stronger than the preset's. */
  readonly parameters?: Record<string, number> | null;
  /** The same as top_k, by another name. */
  readonly limit?: number | null;
}

export interface EndConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
}

export interface DeleteConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
}

export interface ListToolCallsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  readonly tool_name?: string | null;
  readonly success?: boolean | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
  readonly include_weights?: boolean | null;
}

export interface BuildContextRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Required unless other_conversations is true. */
  readonly conversation_id?: string | null;
  /** recent: the newest messages. relevant: those that answer the query. hybrid: both. */
  readonly strategy?: 'recent' | 'relevant' | 'hybrid' | null;
  /** What is asked. Required for relevant; without it hybrid shows the newest messages. */
  readonly query?: string | null;
  /** How many of the newest; absent: 10, of hybrid 5. Not looked at where max_tokens is given. */
  readonly recent_messages?: number | null;
  /** How many that answer the query, of this conversation and of others each; absent: 10, or, where max_tokens is given, as many as have room. */
  readonly relevant_messages?: number | null;
  /** Most tokens of the text; it decides how many messages stand in it. Absent: the numbers decide. */
  readonly max_tokens?: number | null;
  /** Absent: true. */
  readonly include_summary?: boolean | null;
  /** Also messages of the scope's other conversations that answer the query, and of this one if nothing is stored of it yet: then it is no error. Absent: false. */
  readonly other_conversations?: boolean | null;
}

export interface SummarizeConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
}

export interface FindSimilarConversationsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly query: string;
  readonly limit?: number | null;
  /** Least similarity; absent: 0.7. */
  readonly score_threshold?: number | null;
}

export interface BranchConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  readonly from_message_id: string;
  readonly title?: string | null;
}

export interface DiffConversationsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  readonly other_conversation_id: string;
}

export interface MergeConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The one that takes the messages in. */
  readonly conversation_id: string;
  readonly branch_id: string;
}

export interface ReferencesRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /**
   * Code as people write it: a symbol (AuthService, AuthService.login), a file, a file and a symbol (src/auth.ts#AuthService) or a file and lines
   * (src/auth.ts:10-20). This, file or symbol is required; a member below says it instead of its part in here.
   */
  readonly reference?: string | null;
  /** Links these messages to it; none: only asks. */
  readonly message_ids?: readonly string[] | null;
  readonly file?: string | null;
  /** Found by any of its names: AuthService finds AuthService.login. */
  readonly symbol?: string | null;
  /** Finds what overlaps with these lines, or has none. */
  readonly start_line?: number | null;
  /** Absent: start_line. */
  readonly end_line?: number | null;
  /** Of the code; it finds this one alone. */
  readonly commit?: string | null;
  /** Most conversations in the answer. */
  readonly limit?: number | null;
  readonly cursor?: string | null;
}

export interface InsightsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** One conversation. Either this or conversation_ids is required. */
  readonly conversation_id?: string | null;
  /**
   * What is looked for, by name; each is a list of texts, main_topic one text. Absent: main_topic, key_findings and action_items. With output_schema: which
   * of its properties.
   */
  readonly items?: readonly string[] | null;
  /** What the insights are for, in plain words; a model reads it. */
  readonly task?: string | null;
  /**
   * JSON Schema of an object, as JSON: the form of the insights of one conversation. Its properties alone will do. References to other documents are
   * refused, and so is what takes more than 500 ms of the processor's time to check.
   */
  readonly output_schema?: string | null;
  /** Several conversations, each looked at for itself. */
  readonly conversation_ids?: readonly string[] | null;
}

export interface ArchiveConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
}

export interface ExportConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  /** next_cursor of the piece before. */
  readonly cursor?: string | null;
}

export interface ImportConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Names this import; the caller makes it, for each document another. */
  readonly import_id: string;
  /** Place of this piece, from 0. */
  readonly sequence?: number | null;
  readonly chunk?: string | null;
  /** This is the last piece. */
  readonly end?: boolean | null;
}

export interface AppendMessagesRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  readonly messages: readonly MessageToAppend[];
  /** Milliseconds to wait for what is learned from them, less if the request's deadline comes first. Absent or 0: no wait. */
  readonly wait_ms?: number | null;
}

export interface RestoreConversationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Of a conversation or of a message. */
  readonly id: string;
}

export interface AppendInvocationRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly conversation_id: string;
  /** When it ended, as its event says. */
  readonly timestamp: string;
  readonly invocation: InvocationCompleted;
}

export interface AppendWorkingMemoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly invocation_id: string;
  readonly items?: readonly WorkingMemoryItemInput[] | null;
  /** Place of the first of these items in the trace, from 0. Absent: behind the last one. */
  readonly position?: number | null;
  /** What the invocation is to achieve; it opens the trace. */
  readonly goal?: string | null;
  /** Tokens over which the answer says that the trace should be compressed. Absent: the service's own. */
  readonly threshold?: number | null;
}

export interface AssembleWorkingMemoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly invocation_id: string;
  /** Most tokens of the answer. Absent: the service's threshold. */
  readonly max_tokens?: number | null;
  /** Steps at the end that stay verbatim while they fit. */
  readonly keep_recent?: number | null;
  /** Its identifiers and numbers survive compression. */
  readonly question?: string | null;
}

export interface CompressWorkingMemoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly invocation_id: string;
  readonly max_tokens?: number | null;
  readonly keep_recent?: number | null;
  readonly question?: string | null;
}

export interface DiscardWorkingMemoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly invocation_id: string;
}

export interface StoreDetailRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Names this upload; the caller makes it. Absent: the request's id. */
  readonly upload_id?: string | null;
  /** Position of this chunk in the upload, from 0. */
  readonly sequence?: number | null;
  /** Text; or base64 of the bytes where encoding says so. */
  readonly chunk?: string | null;
  readonly encoding?: 'text' | 'base64' | null;
  /** This is the last chunk. */
  readonly end?: boolean | null;
  /** The word to use in the placeholder. Absent: the service makes one. A key that names another content already is refused with already-exists. */
  readonly memory_key?: string | null;
  readonly description?: string | null;
  /** command_output, file_content, user_preference, api_response … */
  readonly memory_type?: string | null;
  readonly content_type?: string | null;
  /** The conversation that it belongs to. Empty counts as absent. */
  readonly conversation_id?: string | null;
  readonly invocation_id?: string | null;
  readonly metadata?: Record<string, string> | null;
  /** The whole payload in one call; then chunk, sequence and end are absent. Text, or base64 as encoding says. */
  readonly content?: string | null;
  /** The same as memory_type. */
  readonly type?: string | null;
  /** The agent that made it. */
  readonly agent_id?: string | null;
  /** The command or tool call that gave it. */
  readonly source_command?: string | null;
}

export interface RetrieveDetailRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The word in the placeholder, the placeholder itself, or the id of the detail. */
  readonly memory_key?: string | null;
  /** First byte, from 0. A text begins at the first sign that starts there or later. */
  readonly offset?: number | null;
  /** Most bytes of the answer. */
  readonly max_bytes?: number | null;
  /** First line, from 1, and how many. With pattern or grep: the line to look from. */
  readonly line?: number | null;
  readonly lines?: number | null;
  /** RFC 6901. Offset and max_bytes are those of the value's text. */
  readonly json_pointer?: string | null;
  /** Only lines that hold this text. */
  readonly grep?: string | null;
  readonly encoding?: 'text' | 'base64' | null;
  /** The same as memory_key. */
  readonly id?: string | null;
  /** The page to answer, from 1, and how many bytes a page has (absent: as many as max_bytes). */
  readonly page?: number | null;
  readonly page_size?: number | null;
  /** Only lines that match this regular expression (RE2: no look-around and no back-references). */
  readonly pattern?: string | null;
  /** Lines to show before and after each line that pattern or grep finds. */
  readonly context_lines?: number | null;
  /** The passages that share most with these words, best first. Page leads on. */
  readonly query?: string | null;
  /** Most tokens of the answer. */
  readonly max_tokens?: number | null;
}

export interface SearchDetailsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly query: string;
  /** Only what was stored in this conversation. Empty counts as absent. */
  readonly conversation_id?: string | null;
  readonly top_k?: number | null;
  /** The same as conversation_id. */
  readonly thread_id?: string | null;
  /** Only what this agent has made. */
  readonly agent_id?: string | null;
  /** Only of this type, for example article. */
  readonly type?: string | null;
}

export interface DeleteDetailRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The word in the placeholder, the placeholder itself, or the id of the detail. */
  readonly memory_key: string;
}

export interface ExpandWorkingMemoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly invocation_id: string;
  /** Steps, from 1, as the record names them. None: all that the record covers. */
  readonly ordinals?: readonly number[] | null;
  /** Most tokens of the answer: the item at which they end is cut and says so, the items behind it are left out. Absent: as many as one message holds. */
  readonly max_tokens?: number | null;
}

export interface GetNodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The id of a node, its bare UUID, or the name of a conversation. */
  readonly id: string;
  readonly include_weights?: boolean | null;
}

export interface NeighboursRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The id of a node, its bare UUID, or the name of a conversation. */
  readonly id: string;
  /** Kinds of edges, in capitals or small letters; none: all. */
  readonly kinds?: readonly string[] | null;
  readonly direction?: 'out' | 'in' | 'both' | null;
  readonly min_weight?: number | null;
  /** By the edge that leads to the node; what has no weight comes last. score: what is near and strongly joined first, see Node.score. */
  readonly sort_by?: 'created_at' | 'weight_desc' | 'weight_asc' | 'score' | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
  readonly include_weights?: boolean | null;
  readonly include_archived?: boolean | null;
  readonly max_weight?: number | null;
  /** Edges up to so far away are followed, each node once, by a shortest way. Beyond 1 at most 10,000 edges are looked at. */
  readonly depth?: number | null;
}

export interface PathsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly from: string;
  readonly to: string;
  /** Kinds of edges, in capitals or small letters; none: all. */
  readonly kinds?: readonly string[] | null;
  /** Most edges of a way. */
  readonly max_length?: number | null;
  readonly limit?: number | null;
  readonly include_weights?: boolean | null;
}

export interface FindSimilarNodesRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly query?: string | null;
  /** Like this node, instead of a query. */
  readonly id?: string | null;
  /**
   * Fact, Episode, Error, Message, Detail, ConversationSummary, CodeUnit, Entity or Summary; none: all of them. A Solution is found by
   * the edges solved_by of its Error.
   */
  readonly kinds?: readonly string[] | null;
  readonly top_k?: number | null;
  readonly min_weight?: number | null;
  readonly sort_by?: 'score' | 'created_at' | 'weight_desc' | 'weight_asc' | null;
  readonly include_weights?: boolean | null;
  readonly max_weight?: number | null;
  readonly score_threshold?: number | null;
}

export interface LinkRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly weight?: number | null;
  readonly metadata?: Record<string, string> | null;
}

export interface UpdateEntityWeightRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly entity_id: string;
  readonly entity_type: 'NODE' | 'EDGE';
  /** Any number within the range of a 32-bit float; it is stored as it is given. */
  readonly weight: number;
  readonly reason?: string | null;
  /** Who changes it, by a name of the caller's own. Absent: caller. */
  readonly changed_by?: string | null;
}

export interface WeightHistoryRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly entity_id: string;
  readonly limit?: number | null;
  readonly cursor?: string | null;
}

export interface RollbackWeightsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly to: string;
}

export interface FeedbackRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly receipt_id: string;
  /** -1 harmful to 1 useful. */
  readonly reward: number;
  /** Only these of the receipt's items; none: all. */
  readonly ids?: readonly string[] | null;
}

export interface TriggerCompactionRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /**
   * Facts, episodes, messages, tool calls and their results, code units, entities, summaries; inv_… stands for all messages and tool calls of that
   * invocation. Together at most 1,000 nodes; messages of one conversation.
   */
  readonly node_ids: readonly string[];
  /** Tells what would be compacted and changes nothing. */
  readonly dry_run?: boolean | null;
}

export interface CreateSummaryNodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly summary_content: string;
  readonly original_node_ids: readonly string[];
  readonly generating_model?: string | null;
  /** The job this answers. */
  readonly job_id?: string | null;
}

export interface GetJobRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly job_id: string;
}

export interface ListJobsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
  readonly statuses?: readonly ('queued' | 'running' | 'done' | 'failed' | 'cancelled')[] | null;
  /** Only jobs of this kind. */
  readonly kind?: string | null;
  /** Only jobs about this. */
  readonly subject?: string | null;
}

export interface CancelJobRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly job_id: string;
}

export interface RestoreNodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly id: string;
}

export interface GetSettingsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** What was set for this conversation too. Empty counts as absent. */
  readonly conversation_id?: string | null;
}

export interface UpdateSettingsRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Only for this conversation. Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** For all collections of the user. */
  readonly all_collections?: boolean | null;
  /** Replaces what was set there; an absent member is set no more. */
  readonly settings: SettingsInput;
}

export interface PruneRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** Tells what would be archived and changes nothing. */
  readonly dry_run?: boolean | null;
  /** How many active ones to keep; absent: what the fleet's variables say. */
  readonly keep_facts?: number | null;
  readonly keep_episodes?: number | null;
}

export interface CreateNodeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly kind: 'CodeUnit' | 'Entity' | 'Error' | 'Solution';
  /** What it says. Required of Error and Solution, whose id is made of it. */
  readonly content?: string | null;
  /** A JSON object. CodeUnit: file, symbol (one of the two is required), start_line, end_line, commit. Entity: name (required), type, aliases. The others have none. */
  readonly properties?: string | null;
  /** code_ or ent_ with a UUID, or the bare UUID. Absent: of a CodeUnit made of its properties, of an Entity a new one. */
  readonly id?: string | null;
  readonly weight?: number | null;
}

export interface MergeEntitiesRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The entity that stays. */
  readonly into_id: string;
  /** Those that become a part of it: they are SUPERSEDED then, with merged_into in their properties. */
  readonly ids: readonly string[];
}

export interface SplitEntityRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly id: string;
  /** Of the entity that is made. The name of one that was merged into this one brings that back; the same name again adds to the same entity. */
  readonly name: string;
  /**
   * The mentions that are of the other: ids of the nodes that mention the entity, or of the edges. Required unless it was merged; then none are all that
   * came with it.
   */
  readonly mention_ids?: readonly string[] | null;
}

export interface AgentRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly question: string;
  readonly history?: readonly AgentStep[] | null;
  /** Frames as the model writes; absent or false: whole ones. */
  readonly streaming?: boolean | null;
  /** A state of the task; tools may be offered by it. */
  readonly state?: string | null;
  /** Only tools of these groups, beside the caller's own; none: all. */
  readonly group?: readonly string[] | null;
  /** Absent or empty: this invocation is a conversation of its own. */
  readonly conversation_id?: string | null;
  /** Absent: on. False: this invocation neither reads nor writes memory. */
  readonly enable_memory?: boolean | null;
  readonly metadata?: Record<string, string> | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
  /** Whether the prompt shows messages of the scope's other conversations that answer the question. Absent: what RECALL_OTHER_CONVERSATIONS says. */
  readonly other_conversations?: boolean | null;
  /** Tools that the caller runs: a call of one ends the stream by a frame of type waiting, and its result comes by Resume. They need may_wait. */
  readonly tools?: readonly CallerTool[] | null;
  /** The caller understands frames of type waiting, and that the run goes on by Resume. Absent or false: what would wait for somebody is not called. */
  readonly may_wait?: boolean | null;
  /** A model of LLM_MODELS that is asked instead of LLM_MODEL. */
  readonly model?: string | null;
}

export interface CancelRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The id of the request to stop, its idempotency key, or the invocation's id. */
  readonly id: string;
}

export interface RecallRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly query: string;
  /** Recalls of this conversation too: its own facts, and what was said and done in it. Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** Most tokens of the text. Absent: MEMORY_CONTEXT_TOKENS. */
  readonly max_tokens?: number | null;
  /** Most facts, and most episodes; of format roles, most facts and messages together. Absent: as the service is configured. */
  readonly top_k?: number | null;
  /** tiers: as Invoke shows them. roles: lines of [role] content, facts and messages in one list, best first, below the conversation's summaries. */
  readonly format?: 'tiers' | 'roles' | null;
  /** As in AgentRequest; of format roles without a conversation it is always on. */
  readonly other_conversations?: boolean | null;
  /**
   * Texts that the caller shows already, each as the SHA-256 of its UTF-8 bytes in lower-case hex: of format roles, no message that says one of them is recalled,
   * nor, where the query is one, what its conversation has learned from it.
   */
  readonly shown?: readonly string[] | null;
}

export interface GetReceiptRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly receipt_id: string;
}

export interface ResumeRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly invocation_id: string;
  /** None: only the frames, or what is waited for still. */
  readonly decisions?: readonly CallDecision[] | null;
}

export interface ListWaitingRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  readonly limit?: number | null;
  /** next_cursor of the page before. */
  readonly cursor?: string | null;
}

export interface ForkRequest {
  readonly workspace?: string | null;
  readonly user?: string | null;
  readonly collection?: string | null;
  /** The run it begins from. It waits, or ended within FORK_TTL_HOURS. */
  readonly invocation_id: string;
  /** How many of its steps are taken over; the new run goes on behind them. 0: none. */
  readonly step?: number | null;
  /** Absent: the question of that run. */
  readonly question?: string | null;
  /** A model of LLM_MODELS. Absent: that of that run. */
  readonly model?: string | null;
  /** What the last of the steps gave, instead of what it did. Needs a step. */
  readonly result?: string | null;
  /** Absent or empty: a branch of that run's conversation from before its question. */
  readonly conversation_id?: string | null;
  /** Frames as the model writes; absent or false: whole ones. */
  readonly streaming?: boolean | null;
  /** As in Invoke, of the new run. */
  readonly may_wait?: boolean | null;
}

/** Which records may be answered: all conditions hold. A filter without any lets every record through. */
export interface Filter {
  readonly metadata?: readonly MetadataCondition[] | null;
  /** The record has at least one of these tags. Upper and lower case differ. */
  readonly tags_any?: readonly string[] | null;
  /** The record has all of these tags. */
  readonly tags_all?: readonly string[] | null;
}

/** Where a fact was learned: the message or invocation, and the words that say it. */
export interface EvidenceInput {
  readonly message_id?: string | null;
  readonly invocation_id?: string | null;
  readonly quote?: string | null;
}

/** One of many facts to store: what StoreFactRequest says of it. */
export interface FactToStore {
  /** A blank one is refused in its own result. */
  readonly content?: string | null;
  /** Where it was learned: as a rule the conversation_id. */
  readonly source?: string | null;
  readonly metadata?: Record<string, string> | null;
  /** When it was said or learned; absent: now. */
  readonly timestamp?: string | null;
  /** 0 to 1. */
  readonly confidence?: number | null;
  /** Absent: scope. */
  readonly visibility?: 'scope' | 'conversation' | null;
  /** Required for visibility "conversation". Empty counts as absent. */
  readonly conversation_id?: string | null;
  /** Absent: user. */
  readonly trust?: 'user' | 'tool' | 'agent' | 'import' | null;
  readonly subject?: string | null;
  readonly predicate?: string | null;
  readonly object?: string | null;
  readonly valid_from?: string | null;
  readonly valid_to?: string | null;
  readonly evidence?: EvidenceInput | null;
  /** A vector of the content; then nothing is embedded here. Needs embedder. */
  readonly embedding?: readonly number[] | null;
  readonly embedder?: string | null;
  readonly tags?: readonly string[] | null;
  /** The caller's own name of the fact. If the scope has a fact of this key, what is given here changes that one, as Update does. */
  readonly key?: string | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
}

/** What one invocation did, in three sentences. */
export interface InvocationSummaryInput {
  readonly query: string;
  /** What the agent did. */
  readonly summary?: string | null;
  /** How it ended. */
  readonly result?: string | null;
  /** When it ended; absent: when we received it. */
  readonly timestamp?: string | null;
  /** Makes a repeated Update of the same invocation have one effect. */
  readonly invocation_id?: string | null;
}

/** A tool called while a message was made. */
export interface ToolCallInput {
  readonly id?: string | null;
  readonly message_id?: string | null;
  readonly tool_name?: string | null;
  /** JSON. */
  readonly arguments?: string | null;
  readonly timestamp?: string | null;
  readonly duration_ms?: number | null;
  readonly success?: boolean | null;
  readonly iteration?: number | null;
  readonly tool_result?: ToolResultInput | null;
  readonly weight?: number | null;
}

/** One of several messages; its members are those of AppendMessageRequest. */
export interface MessageToAppend {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly content: string;
  readonly reasoning?: string | null;
  /** When it was said; absent: now. */
  readonly timestamp?: string | null;
  /** Who wrote it, where the role does not tell. */
  readonly speaker?: string | null;
  readonly metadata?: Record<string, string> | null;
  readonly tool_calls?: readonly ToolCallInput[] | null;
  /** As metadata, of any JSON values: a JSON object. `metadata` may be left out then; what it has must agree. */
  readonly metadata_json?: string | null;
}

/** An invocation has its answer. */
export interface InvocationCompleted {
  readonly invocation_id: string;
  readonly question?: string | null;
  readonly answer?: string | null;
  /** False when it ended by an error, a cancel or the limit of iterations. */
  readonly success?: boolean | null;
  readonly error?: string | null;
  readonly started_at?: string | null;
  /** What was thought and done, bounded; tool output larger than the bound is cut and says so. */
  readonly steps?: readonly InvocationStep[] | null;
  /** Ids of what memory put into the context: never to be learned from again. */
  readonly injected_ids?: readonly string[] | null;
  readonly receipt_id?: string | null;
  /** What the invocation allowed. */
  readonly extract_facts?: boolean | null;
  readonly record_episode?: boolean | null;
  /** Of the request. conversation_end "never": the conversation is not ended for being idle, so nothing is made of it as a whole. */
  readonly metadata?: Record<string, string> | null;
  /** The TrustGraph flow it was asked in, whose model learns from it: workspace and flow, each percent-encoded, with "/" between them. */
  readonly flow?: string | null;
  /** The ids that the messages of question and answer get in the conversation; absent: one is not stored, or the sender leaves its id to the conversation. */
  readonly question_message_id?: string | null;
  readonly answer_message_id?: string | null;
}

/** One element of the trace of a running invocation. */
export interface WorkingMemoryItemInput {
  readonly type: 'goal' | 'thought' | 'action' | 'observation' | 'summary';
  readonly content?: string | null;
  readonly timestamp?: string | null;
  /** Known keys: token_count (tokens of o200k), tool, critical ("true" keeps it through compression), error ("true"). */
  readonly metadata?: Record<string, string> | null;
}

/** What can be set about memory. What is absent was not set here: the next wider one holds (conversation, scope, user, the fleet's variables). */
export interface SettingsInput {
  /** off: nothing is read and nothing is written. List, Get, History, Delete, Export and Purge still work. */
  readonly memory?: 'on' | 'off' | null;
  /** What happens to secrets and numbers of cards and accounts before anything is stored. */
  readonly sensitive_data?: 'allow' | 'redact' | 'refuse' | null;
  /**
   * What happens to e-mails, phone numbers, postal addresses, numbers by which a state knows a person and what is said of health before anything is
   * stored.
   */
  readonly personal_data?: 'allow' | 'redact' | 'refuse' | null;
  /**
   * What is to be learned from what is said, in plain words. Models follow them; rules follow what they plainly refuse ("Never learn anything about my
   * health").
   */
  readonly learning_instructions?: string | null;
  /** Categories, known ones (health, finance, work …) or any words: only what is of one of them is learned. Empty: nothing was set here. */
  readonly keep_categories?: readonly string[] | null;
  /** Categories that are never learned. Those of the conversation, the scope and the user hold together. */
  readonly never_categories?: readonly string[] | null;
  /** What the user's profile holds: a JSON Schema, as JSON text, whose properties are the fields, each with a description. Not for a conversation. */
  readonly profile_schema?: string | null;
  /**
   * Most tokens that models may take in a day (UTC) to learn in one scope; rules go on when they are spent. 0 or absent: any number. The fleet as a
   * whole has a limit of its own. Not for a conversation.
   */
  readonly learn_tokens_per_day?: number | null;
}

/** A step made before this request: the caller carries the trace. */
export interface AgentStep {
  readonly thought?: string | null;
  readonly action?: string | null;
  readonly arguments?: Record<string, string> | null;
  /** A long one is stored whole as a detail, and stands in the trace as its reference and an excerpt. */
  readonly observation?: string | null;
  /** Whether the tool did what it was asked for; absent: it is not known, and taken for yes. */
  readonly success?: boolean | null;
}

/** A tool that the caller of Invoke runs. */
export interface CallerTool {
  readonly name: string;
  readonly description?: string | null;
  /** The JSON Schema of its arguments, an object. Empty: any. */
  readonly schema?: string | null;
}

/** What is decided on a call. */
export interface CallDecision {
  readonly call_id: string;
  readonly digest: string;
  /** approve and change: of an approval. answer: of a question. result: of a tool of the caller. refuse: of any. */
  readonly decision: 'approve' | 'change' | 'refuse' | 'answer' | 'result';
  /** The reason of a refusal, the answer, or the result. */
  readonly text?: string | null;
  /** Of change: the arguments that it is called with instead, a JSON object. */
  readonly arguments?: string | null;
  /** Who decided, by a name of the caller's. */
  readonly by?: string | null;
  /** Of result: whether the tool did what it was asked for. Absent: it did. */
  readonly success?: boolean | null;
}

/**
 * One condition on one key of the metadata; exactly one of the five members beside key is given. Several conditions may name one key.
 * Two numbers compare as numbers, two other texts by their UTF-16 code units; a number is neither equal to, less nor greater than another text.
 * A number is a text that JSON writes as one (1, -0.5, 1e3) and a 64-bit float holds without loss. A key that is absent passes exists: false alone.
 */
export interface MetadataCondition {
  readonly key: string;
  /** "1" equals "1.0". */
  readonly equals?: string | null;
  /** Equals one of these. */
  readonly in?: readonly string[] | null;
  /** Whether the key is there. */
  readonly exists?: boolean | null;
  readonly less_than?: string | null;
  readonly greater_than?: string | null;
}

/** What a tool answered. */
export interface ToolResultInput {
  readonly id?: string | null;
  readonly tool_call_id?: string | null;
  readonly success?: boolean | null;
  /** JSON. */
  readonly result?: string | null;
  readonly error?: string | null;
  readonly timestamp?: string | null;
  readonly result_size_bytes?: number | null;
  readonly weight?: number | null;
}

/** One step of an invocation. */
export interface InvocationStep {
  readonly thought?: string | null;
  readonly action?: string | null;
  /** JSON. */
  readonly arguments?: string | null;
  readonly observation?: string | null;
  readonly success?: boolean | null;
  readonly duration_ms?: number | null;
  readonly timestamp?: string | null;
  /** The observation is itself recalled memory. */
  readonly from_memory?: boolean | null;
}

export interface RetrieveFactsResponse {
  facts: Fact[];
  /** What the answer is made of: ids, scores, tokens, milliseconds, stages left out. */
  receipt: ReceiptTier;
  /** By which agent.GetReceipt answers the receipt later. Empty where no receipt is stored. */
  receipt_id: string;
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

export interface GetFactResponse {
  fact: Fact;
}

export interface ListFactsResponse {
  facts: Fact[];
  /** Absent on the last page. */
  next_cursor: string | null;
}

export interface DeleteFactResponse {
  success: boolean;
}

export interface FactHistoryResponse {
  versions: FactVersion[];
}

export interface RestoreFactResponse {
  fact: Fact;
}

/** What was erased. */
export interface PurgeResponse {
  /** Nodes that are gone. */
  erased: number;
  certificate: PurgeCertificate;
  /** It goes on as this job, since it took longer than the request: the job's result has the other members. */
  job_id: string | null;
}

export interface UpdateFactResponse {
  fact: Fact;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface StoreManyFactsResponse {
  /** One for each fact, in the order of the request. */
  results: StoredFact[];
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

export interface RetrieveEpisodesResponse {
  episodes: Episode[];
  /** What the answer is made of. */
  receipt: ReceiptTier;
  /** What solved errors like the one given, or like the query where none is given, best first; at most top_k. */
  solutions: ErrorSolutionPair[];
  /** By which agent.GetReceipt answers the receipt later. Empty where no receipt is stored. */
  receipt_id: string;
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

export interface GetEpisodeResponse {
  episode: Episode;
}

export interface ListEpisodesResponse {
  episodes: Episode[];
  next_cursor: string | null;
}

export interface DeleteEpisodeResponse {
  success: boolean;
}

export interface RestoreEpisodeResponse {
  episode: Episode;
}

export interface EpisodeHistoryResponse {
  versions: EpisodeVersion[];
}

export interface SetEpisodeOutcomeResponse {
  episode: Episode;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface StoreExperienceResponse {
  /** Of the error or solution. */
  id: string;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface CreateConversationResponse {
  conversation_id: string;
  conversation: Conversation;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface GetConversationMemoryResponse {
  conversation: ConversationMemory;
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface UpdateConversationMemoryResponse {
  success: boolean;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface AppendMessageResponse {
  message_id: string;
  /** Its place in the conversation, from 1. */
  ordinal: number;
  token_count: number;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface ListConversationsResponse {
  conversations: Conversation[];
  next_cursor: string | null;
}

export interface ConversationHistoryResponse {
  messages: Message[];
  next_cursor: string | null;
}

export interface SearchMessagesResponse {
  messages: Message[];
  /** What the answer is made of. */
  receipt: ReceiptTier;
  /** By which agent.GetReceipt answers the receipt later. Empty where no receipt is stored. */
  receipt_id: string;
}

export interface EndConversationResponse {
  success: boolean;
}

export interface DeleteConversationResponse {
  success: boolean;
}

export interface ListToolCallsResponse {
  tool_calls: ToolCall[];
  next_cursor: string | null;
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

export interface FindSimilarConversationsResponse {
  conversations: Conversation[];
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface BranchConversationResponse {
  conversation_id: string;
  conversation: Conversation;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface DiffConversationsResponse {
  /** The last message both have. */
  common_message_id: string | null;
  only_in_conversation: Message[];
  only_in_other: Message[];
  /** Messages that only one of them has and that were too much for this answer, the last ones. */
  left_out: number;
}

export interface MergeConversationResponse {
  /** How many messages came in. */
  message_count: number;
  /** As it is now. */
  conversation: Conversation;
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

export interface ArchiveConversationResponse {
  success: boolean;
}

export interface ExportConversationResponse {
  /** The next piece of the document, at most 512 KiB. */
  chunk: string;
  /** Absent after the last piece. */
  next_cursor: string | null;
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

export interface RestoreConversationResponse {
  /** The conversation, or the message's. */
  conversation: Conversation;
  /** The message, where one was restored by its id. */
  message: Message | null;
  /** How many messages are active again. */
  message_count: number;
}

export interface AppendInvocationResponse {
  success: boolean;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface AppendWorkingMemoryResponse {
  item_count: number;
  token_count: number;
  /** The trace is over the threshold. */
  over_threshold: boolean;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
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

export interface DiscardWorkingMemoryResponse {
  success: boolean;
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

export interface SearchDetailsResponse {
  details: Detail[];
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface DeleteDetailResponse {
  success: boolean;
}

export interface ExpandWorkingMemoryResponse {
  items: WorkingMemoryItem[];
  token_count: number;
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface GetNodeResponse {
  node: Node;
}

export interface NeighboursResponse {
  neighbours: Neighbour[];
  next_cursor: string | null;
}

export interface PathsResponse {
  paths: Path[];
}

export interface FindSimilarNodesResponse {
  nodes: Node[];
  /** Memory is off for this user, scope or conversation: nothing was read. */
  disabled: boolean;
}

export interface LinkResponse {
  edge: Edge;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface UpdateEntityWeightResponse {
  status: string;
  entity_id: string;
  new_weight: number;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface WeightHistoryResponse {
  changes: WeightChange[];
  next_cursor: string | null;
}

export interface RollbackWeightsResponse {
  changed: number;
}

export interface FeedbackResponse {
  /** Items whose edge answered_by from the question has moved. 0: the same was said before, the reward is 0, or the question had no words. */
  changed: number;
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

export interface CreateSummaryNodeResponse {
  status: string;
  summary_node_id: string;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface GetJobResponse {
  job: Job;
}

export interface ListJobsResponse {
  jobs: Job[];
  next_cursor: string | null;
}

export interface CancelJobResponse {
  job: Job;
}

export interface RestoreNodeResponse {
  node: Node;
  /** All that is active again, where a compaction was undone. */
  restored_ids: string[];
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

export interface UpdateSettingsResponse {
  effective: Settings;
}

export interface PruneResponse {
  pruned: Pruned[];
  kept: number;
  dry_run: boolean;
  /** It goes on as this job, since it took longer than the request: the job's result has the other members. */
  job_id: string | null;
}

export interface CreateNodeResponse {
  node: Node;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
}

export interface MergeEntitiesResponse {
  node: Node;
  merged: Node[];
}

export interface SplitEntityResponse {
  /** The entity that has the name. */
  node: Node;
  /** The entity that it was split from. */
  from: Node;
  /** What the filter found. */
  sensitive: SensitiveFinding[];
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

export interface CancelResponse {
  /** False when nothing by that id was running here. */
  cancelled: boolean;
}

export interface RecallResponse {
  /** Empty where nothing was found. */
  text: string;
  receipt: Receipt;
}

export interface GetReceiptResponse {
  receipt: Receipt;
}

export interface ListWaitingResponse {
  runs: WaitingRun[];
  /** Absent on the last page. */
  next_cursor: string | null;
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

/** What was found in a text that should not be kept as it is, and what was done about it. */
export interface SensitiveFinding {
  /** secret, private-key, password, payment-card, bank-account … */
  kind: string;
  count: number;
  /** allowed, redacted or refused. */
  action: string;
}

/** One state a record has been in. */
export interface FactVersion {
  version: number;
  /** What was done: stored, deleted, restored, updated, superseded, promoted. */
  change: string;
  changed_at: string;
  fact: Fact;
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

/** "The user has two cats and a dog called Rex" where the dog is to be forgotten. */
export interface PartToForget {
  fact_id: string;
  /** What is to be forgotten, as a statement: "The user has a dog called Rex". */
  forgotten: string;
  /** What stays believed, as a statement: "The user has two cats". */
  remaining: string;
}

/** One field of a profile with its facts, best first. */
export interface ProfileField {
  name: string;
  description: string;
  entries: ProfileEntry[];
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

/** One state a record has been in. */
export interface EpisodeVersion {
  version: number;
  /** What was done: stored, updated, deleted, restored, expired, archived. */
  change: string;
  changed_at: string;
  episode: Episode;
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

/** A message that taught nothing. */
export interface NothingLearned {
  message_id: string;
  /** What could have been learned from it: fact or episode. */
  kind: string;
  /** One of the reasons in refused. */
  reason: string;
}

/** One element of the trace of a running invocation. */
export interface WorkingMemoryItem {
  type: 'goal' | 'thought' | 'action' | 'observation' | 'summary';
  content: string;
  timestamp: string;
  /** Known keys: token_count (tokens of o200k), tool, critical ("true" keeps it through compression), error ("true"). */
  metadata: Record<string, string>;
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

/** A way through the graph: n edges and n + 1 nodes. */
export interface Path {
  nodes: Node[];
  edges: Edge[];
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

/** A memory that was, or would be, archived. */
export interface Pruned {
  id: string;
  kind: string;
  /** 0 to 1: what its weight, use and age come to. */
  relevance: number;
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

/** Where a fact was learned: the message or invocation, and the words that say it. */
export interface Evidence {
  message_id: string;
  invocation_id: string;
  quote: string;
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

/** An error that a step met. */
export interface CompressedError {
  error: string;
  /** What was done when it went well; empty: nothing yet. */
  fix: string;
  /** The step that met it, from 1. */
  ordinal: number;
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
