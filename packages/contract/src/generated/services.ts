// Made from proto/ by "npm run generate".

import type {
  AgentRequest,
  AgentResponse,
  AppendInvocationRequest,
  AppendInvocationResponse,
  AppendMessageRequest,
  AppendMessageResponse,
  AppendMessagesRequest,
  AppendMessagesResponse,
  AppendWorkingMemoryRequest,
  AppendWorkingMemoryResponse,
  ArchiveConversationRequest,
  ArchiveConversationResponse,
  AskModelRequest,
  AskModelResponse,
  AssembleWorkingMemoryRequest,
  AssembleWorkingMemoryResponse,
  BranchConversationRequest,
  BranchConversationResponse,
  BuildContextRequest,
  BuildContextResponse,
  CancelJobRequest,
  CancelJobResponse,
  CancelRequest,
  CancelResponse,
  CompressWorkingMemoryRequest,
  CompressWorkingMemoryResponse,
  ConversationHistoryRequest,
  ConversationHistoryResponse,
  CreateConversationRequest,
  CreateConversationResponse,
  CreateNodeRequest,
  CreateNodeResponse,
  CreateSummaryNodeRequest,
  CreateSummaryNodeResponse,
  DeleteConversationRequest,
  DeleteConversationResponse,
  DeleteDetailRequest,
  DeleteDetailResponse,
  DeleteEpisodeRequest,
  DeleteEpisodeResponse,
  DeleteFactRequest,
  DeleteFactResponse,
  DiffConversationsRequest,
  DiffConversationsResponse,
  DiscardWorkingMemoryRequest,
  DiscardWorkingMemoryResponse,
  EndConversationRequest,
  EndConversationResponse,
  EpisodeHistoryRequest,
  EpisodeHistoryResponse,
  ExpandWorkingMemoryRequest,
  ExpandWorkingMemoryResponse,
  ExportConversationRequest,
  ExportConversationResponse,
  FactHistoryRequest,
  FactHistoryResponse,
  FeedbackRequest,
  FeedbackResponse,
  FindModelRequest,
  FindModelResponse,
  FindSimilarConversationsRequest,
  FindSimilarConversationsResponse,
  FindSimilarNodesRequest,
  FindSimilarNodesResponse,
  ForkRequest,
  GetConversationMemoryRequest,
  GetConversationMemoryResponse,
  GetEpisodeRequest,
  GetEpisodeResponse,
  GetFactRequest,
  GetFactResponse,
  GetJobRequest,
  GetJobResponse,
  GetNodeRequest,
  GetNodeResponse,
  GetProfileRequest,
  GetProfileResponse,
  GetReceiptRequest,
  GetReceiptResponse,
  GetSettingsRequest,
  GetSettingsResponse,
  ImportConversationRequest,
  ImportConversationResponse,
  InsightsRequest,
  InsightsResponse,
  InterpretMessageRequest,
  InterpretMessageResponse,
  LinkRequest,
  LinkResponse,
  ListConversationsRequest,
  ListConversationsResponse,
  ListEpisodesRequest,
  ListEpisodesResponse,
  ListFactsRequest,
  ListFactsResponse,
  ListJobsRequest,
  ListJobsResponse,
  ListToolCallsRequest,
  ListToolCallsResponse,
  ListWaitingRequest,
  ListWaitingResponse,
  MergeConversationRequest,
  MergeConversationResponse,
  MergeEntitiesRequest,
  MergeEntitiesResponse,
  NeighboursRequest,
  NeighboursResponse,
  PathsRequest,
  PathsResponse,
  PruneRequest,
  PruneResponse,
  PurgeRequest,
  PurgeResponse,
  RecallRequest,
  RecallResponse,
  ReferencesRequest,
  ReferencesResponse,
  RestoreConversationRequest,
  RestoreConversationResponse,
  RestoreEpisodeRequest,
  RestoreEpisodeResponse,
  RestoreFactRequest,
  RestoreFactResponse,
  RestoreNodeRequest,
  RestoreNodeResponse,
  ResumeRequest,
  RetrieveDetailRequest,
  RetrieveDetailResponse,
  RetrieveEpisodesRequest,
  RetrieveEpisodesResponse,
  RetrieveFactsRequest,
  RetrieveFactsResponse,
  RollbackWeightsRequest,
  RollbackWeightsResponse,
  SearchDetailsRequest,
  SearchDetailsResponse,
  SearchMessagesRequest,
  SearchMessagesResponse,
  SetEpisodeOutcomeRequest,
  SetEpisodeOutcomeResponse,
  SplitEntityRequest,
  SplitEntityResponse,
  StoreDetailRequest,
  StoreDetailResponse,
  StoreEpisodeRequest,
  StoreEpisodeResponse,
  StoreExperienceRequest,
  StoreExperienceResponse,
  StoreFactRequest,
  StoreFactResponse,
  StoreManyFactsRequest,
  StoreManyFactsResponse,
  SummarizeConversationRequest,
  SummarizeConversationResponse,
  TriggerCompactionRequest,
  TriggerCompactionResponse,
  UpdateConversationMemoryRequest,
  UpdateConversationMemoryResponse,
  UpdateEntityWeightRequest,
  UpdateEntityWeightResponse,
  UpdateFactRequest,
  UpdateFactResponse,
  UpdateSettingsRequest,
  UpdateSettingsResponse,
  WeightHistoryRequest,
  WeightHistoryResponse,
} from './messages.ts';

/** Every service's operations by member name, each with its request and its response (of a stream: its frame). */
export interface Services {
  'agent': {
    /** Answers a question. Frames come as the agent goes; the last one has end_of_dialog, the answer and the receipt. */
    invoke: { request: AgentRequest; response: AgentResponse; stream: true };
    /** Stops an Invoke that runs or waits; its caller gets a last frame of type error. */
    cancel: { request: CancelRequest; response: CancelResponse; stream: false };
    /** What memory has on a query, assembled as Invoke shows it to its model, as one text. Nothing is answered. */
    recall: { request: RecallRequest; response: RecallResponse; stream: false };
    /** What an answer was made of. Receipts are stored a moment after their answer, for RECEIPT_TTL_DAYS. */
    get_receipt: { request: GetReceiptRequest; response: GetReceiptResponse; stream: false };
    /** Decides on calls that a run waits for, and goes on with it once all of them are decided: frames come as of Invoke. A decision has its effect once, however often it
is sent. */
    resume: { request: ResumeRequest; response: AgentResponse; stream: true };
    /** The runs of the scope that wait, newest first. */
    list_waiting: { request: ListWaitingRequest; response: ListWaitingResponse; stream: false };
    /** A new run from any step of a run that waits or has ended, with another question, model or result. Both stay. */
    fork: { request: ForkRequest; response: AgentResponse; stream: true };
  };
  'conversations': {
    /** Starts a conversation. The caller may give the id; one that exists is already-exists. */
    create: { request: CreateConversationRequest; response: CreateConversationResponse; stream: false };
    /** The summaries of the conversation's invocations, oldest first. */
    get: { request: GetConversationMemoryRequest; response: GetConversationMemoryResponse; stream: false };
    /** Appends the summary of one invocation. Creates the conversation if it is not there. */
    update: { request: UpdateConversationMemoryRequest; response: UpdateConversationMemoryResponse; stream: false };
    /** Appends one message, at the next ordinal. Creates the conversation if it is not there, reopens it if it had ended. */
    append_message: { request: AppendMessageRequest; response: AppendMessageResponse; stream: false };
    /** The conversations of a scope, last changed first. */
    list: { request: ListConversationsRequest; response: ListConversationsResponse; stream: false };
    /** The messages of a conversation, oldest first. */
    history: { request: ConversationHistoryRequest; response: ConversationHistoryResponse; stream: false };
    /** Finds messages, best first: in one conversation, or in all of the scope. */
    search: { request: SearchMessagesRequest; response: SearchMessagesResponse; stream: false };
    /** Says that the conversation is over: conversation-ended goes out. Ending it again changes nothing. */
    end: { request: EndConversationRequest; response: EndConversationResponse; stream: false };
    /** Deletes the conversation and its messages softly. */
    delete: { request: DeleteConversationRequest; response: DeleteConversationResponse; stream: false };
    /** The tool calls of a conversation with their results, oldest first. */
    tool_calls: { request: ListToolCallsRequest; response: ListToolCallsResponse; stream: false };
    /** What an agent should be shown of a conversation within a budget of tokens. */
    build_context: { request: BuildContextRequest; response: BuildContextResponse; stream: false };
    /** Has the conversation summarised in two or three sentences. The work is stored first; the text is answered where it is there before the deadline. */
    summarize: { request: SummarizeConversationRequest; response: SummarizeConversationResponse; stream: false };
    /** Finds conversations like a text, by what their summaries mean or, of the 200 changed last, their titles, most alike first. */
    find_similar: { request: FindSimilarConversationsRequest; response: FindSimilarConversationsResponse; stream: false };
    /** Starts a conversation that has another's messages up to one of them, its tags and its settings. From then on neither sees what is appended to the other. */
    branch: { request: BranchConversationRequest; response: BranchConversationResponse; stream: false };
    /** What one of two conversations has and the other has not, from where they parted. */
    diff: { request: DiffConversationsRequest; response: DiffConversationsResponse; stream: false };
    /** Takes what a branch has into the conversation that it parted from: the messages of both since then, by when they were received, each once. The branch stays as it is, to be read. */
    merge: { request: MergeConversationRequest; response: MergeConversationResponse; stream: false };
    /** Links messages to code, or answers which conversations discussed it, the last that did first. */
    references: { request: ReferencesRequest; response: ReferencesResponse; stream: false };
    /** What conversations came to: main topic, findings and actions, or what is asked for. It runs as a job; where that is not done within the request's
time, the answer has its id alone, and graph.GetJob holds the rest later. */
    insights: { request: InsightsRequest; response: InsightsResponse; stream: false };
    /** Takes a conversation out of lists and of searches that name no conversation; it stays readable by id. Restore and a new message undo it. */
    archive: { request: ArchiveConversationRequest; response: ArchiveConversationResponse; stream: false };
    /** The whole conversation as one JSON document, piece by piece. A piece can be asked for again; a conversation that changed since the first piece is failed-precondition. */
    export: { request: ExportConversationRequest; response: ExportConversationResponse; stream: false };
    /** Takes in one piece of an exported conversation; the last one makes it visible. Nothing is learned from it. A conversation that is there with other content is already-exists; so is one that was deleted there, with the first piece. */
    import: { request: ImportConversationRequest; response: ImportConversationResponse; stream: false };
    /** Erases for good. */
    purge: { request: PurgeRequest; response: PurgeResponse; stream: false };
    /** Appends messages at the next ordinals, all or none. With wait_ms it answers what was learned from them by then; they are stored before the wait. */
    append_messages: { request: AppendMessagesRequest; response: AppendMessagesResponse; stream: false };
    /** Makes a conversation that was archived or deleted, or a message that expired or was deleted, active again. */
    restore: { request: RestoreConversationRequest; response: RestoreConversationResponse; stream: false };
    /** Stores what an invocation did and what was said in it, once, as its event does that comes later. The agent asks before its caller has the answer. */
    append_invocation: { request: AppendInvocationRequest; response: AppendInvocationResponse; stream: false };
  };
  'episodes': {
    /** Finds episodes like the goal at hand, best first. */
    retrieve: { request: RetrieveEpisodesRequest; response: RetrieveEpisodesResponse; stream: false };
    /** Stores an episode. The same goal, steps, outcome and lessons in one scope are the same episode. A key that the scope knows changes the episode that has it. */
    store: { request: StoreEpisodeRequest; response: StoreEpisodeResponse; stream: false };
    /** One episode by its id. A deleted one is not-found unless include_deleted. */
    get: { request: GetEpisodeRequest; response: GetEpisodeResponse; stream: false };
    /** The episodes of a scope, newest first. */
    list: { request: ListEpisodesRequest; response: ListEpisodesResponse; stream: false };
    /** Deletes softly. Deleting it again changes nothing. */
    delete: { request: DeleteEpisodeRequest; response: DeleteEpisodeResponse; stream: false };
    /** Erases for good. */
    purge: { request: PurgeRequest; response: PurgeResponse; stream: false };
    /** Undoes a deletion, or releases what is quarantined. */
    restore: { request: RestoreEpisodeRequest; response: RestoreEpisodeResponse; stream: false };
    /** Every state an episode has been in, oldest first. */
    history: { request: EpisodeHistoryRequest; response: EpisodeHistoryResponse; stream: false };
    /** Says whether what was attempted succeeded. Nothing but a later SetOutcome changes it again. */
    set_outcome: { request: SetEpisodeOutcomeRequest; response: SetEpisodeOutcomeResponse; stream: false };
    /** Stores an error or a solution that a caller of the graph service makes; the same text is the same one. The graph service asks. */
    store_experience: { request: StoreExperienceRequest; response: StoreExperienceResponse; stream: false };
  };
  'facts': {
    /** Finds the facts that answer a question, best first. Sees the scope's active facts and, with conversation_id, those visible only there. */
    retrieve: { request: RetrieveFactsRequest; response: RetrieveFactsResponse; stream: false };
    /** Stores a fact. The same text in the same scope is the same fact: the answer is the id it already has. A key that the scope knows changes the fact that has it. */
    store: { request: StoreFactRequest; response: StoreFactResponse; stream: false };
    /** One fact by its id. A deleted one is not-found unless include_deleted. */
    get: { request: GetFactRequest; response: GetFactResponse; stream: false };
    /** The facts of a scope, newest first. */
    list: { request: ListFactsRequest; response: ListFactsResponse; stream: false };
    /** Deletes softly: the fact is found no more and can be restored. Deleting it again changes nothing. */
    delete: { request: DeleteFactRequest; response: DeleteFactResponse; stream: false };
    /** Every state a fact has been in, and those of the facts whose place it took, oldest first. */
    history: { request: FactHistoryRequest; response: FactHistoryResponse; stream: false };
    /** Undoes a deletion or a replacement (the fact that took its place steps back), or releases what is quarantined. Refused with failed-precondition if the same text has been stored again since. */
    restore: { request: RestoreFactRequest; response: RestoreFactResponse; stream: false };
    /** Erases for good. */
    purge: { request: PurgeRequest; response: PurgeResponse; stream: false };
    /** Changes what is given of a fact; its id stays. Refused with aborted if its version is not the expected one, and with already-exists if another fact has the text. */
    update: { request: UpdateFactRequest; response: UpdateFactResponse; stream: false };
    /** Stores up to 1,000 facts at once, as Store does. Each has its own result: one that is refused does not refuse the others. */
    store_many: { request: StoreManyFactsRequest; response: StoreManyFactsResponse; stream: false };
    /** What a message is to the facts, by rules and without a model: a statement, a correction, a request to forget or a question, and what answers it. It changes nothing. */
    interpret: { request: InterpretMessageRequest; response: InterpretMessageResponse; stream: false };
    /** What is known of the user, by the fields of the scope's profile schema, within 400 tokens: of each field the most confident facts, the newest first. */
    get_profile: { request: GetProfileRequest; response: GetProfileResponse; stream: false };
  };
  'graph': {
    /** One node by its id, whatever its status; a deleted one is not-found. */
    get: { request: GetNodeRequest; response: GetNodeResponse; stream: false };
    /** The nodes joined to one, by kind of edge, direction and weight, up to three edges away. */
    neighbours: { request: NeighboursRequest; response: NeighboursResponse; stream: false };
    /** The shortest ways between two nodes: all of one length, and each edge in either direction. */
    paths: { request: PathsRequest; response: PathsResponse; stream: false };
    /** Finds nodes of any kind like a text or like another node. What only its conversation sees is not among them. */
    find_similar: { request: FindSimilarNodesRequest; response: FindSimilarNodesResponse; stream: false };
    /** Joins two nodes of a scope, whatever their kinds. Two nodes have one edge of a kind in a direction: again it changes that edge's weight and metadata. */
    link: { request: LinkRequest; response: LinkResponse; stream: false };
    /** Sets the learned weight of a node or an edge. */
    update_entity_weight: { request: UpdateEntityWeightRequest; response: UpdateEntityWeightResponse; stream: false };
    /** Every weight a node or edge has had, newest first. */
    weight_history: { request: WeightHistoryRequest; response: WeightHistoryResponse; stream: false };
    /** Sets the weights of a scope back to what they were at a time. */
    rollback_weights: { request: RollbackWeightsRequest; response: RollbackWeightsResponse; stream: false };
    /** Says how useful what was recalled has been: what answered a question is found sooner where it is asked again, also in other words. Each item of a
receipt counts once for its use and once for its harm. */
    feedback: { request: FeedbackRequest; response: FeedbackResponse; stream: false };
    /** Has a set of nodes summarised into one, which takes their place: they are archived once the summary is stored. Answers a job at once. */
    trigger_compaction: { request: TriggerCompactionRequest; response: TriggerCompactionResponse; stream: false };
    /** Takes the summary that a compaction waits for, and archives what it stands for. For summarising services that are trusted. */
    create_summary_node: { request: CreateSummaryNodeRequest; response: CreateSummaryNodeResponse; stream: false };
    /** One job, with its result once it is done. A job is found until it expires. */
    get_job: { request: GetJobRequest; response: GetJobResponse; stream: false };
    /** The jobs of a scope, newest first. */
    list_jobs: { request: ListJobsRequest; response: ListJobsResponse; stream: false };
    /** Stops a job that has not ended, before its next slice. One that has ended stays as it is. */
    cancel_job: { request: CancelJobRequest; response: CancelJobResponse; stream: false };
    /** Undoes a compaction, of its summary or of any node that it archived: all of these are active again. The service that owns a node restores what was archived otherwise. */
    restore: { request: RestoreNodeRequest; response: RestoreNodeResponse; stream: false };
    /** Erases for good, in every store, whatever kind it is. Where each service's own Purge erases its own kinds, this one erases all. */
    purge: { request: PurgeRequest; response: PurgeResponse; stream: false };
    /** What was set for a scope, and what holds there after its user's and its conversation's settings. */
    get_settings: { request: GetSettingsRequest; response: GetSettingsResponse; stream: false };
    /** Sets what holds for a scope, for all of its user, or for one conversation. */
    update_settings: { request: UpdateSettingsRequest; response: UpdateSettingsResponse; stream: false };
    /** Archives the least relevant facts and episodes of a scope until so many are left, or tells which it would. */
    prune: { request: PruneRequest; response: PruneResponse; stream: false };
    /** Makes a node of a kind that callers make. The same id with the same content changes nothing. */
    create_node: { request: CreateNodeRequest; response: CreateNodeResponse; stream: false };
    /** Makes several entities one: that one has the names and the mentions of the others. SplitEntity undoes it. */
    merge_entities: { request: MergeEntitiesRequest; response: MergeEntitiesResponse; stream: false };
    /** Makes an entity of its own of a part of what mentions another, or of one that was merged into it. MergeEntities undoes it. */
    split_entity: { request: SplitEntityRequest; response: SplitEntityResponse; stream: false };
  };
  'trustgraph': {
    /** Says whether a process stands in the flow and the flow's model is served. It answers at once: a caller that hears nothing knows that none does. */
    find_model: { request: FindModelRequest; response: FindModelResponse; stream: false };
    /** Asks the model of the flow. The answer may take as long as a model does. */
    ask_model: { request: AskModelRequest; response: AskModelResponse; stream: false };
  };
  'working-memory': {
    /** Appends to the trace of an invocation. Items that were appended before, by their place, change nothing. */
    append: { request: AppendWorkingMemoryRequest; response: AppendWorkingMemoryResponse; stream: false };
    /** The trace as it goes into the context: never over the budget, the newest steps verbatim, what is critical kept. */
    assemble: { request: AssembleWorkingMemoryRequest; response: AssembleWorkingMemoryResponse; stream: false };
    /** Has the older steps of the trace written down as a record, by the model if there is one; the record stands in their place.
It works from 80 % of the budget on, so that a caller may ask for it before the trace is over, and need not wait. */
    compress: { request: CompressWorkingMemoryRequest; response: CompressWorkingMemoryResponse; stream: false };
    /** Drops the trace of an invocation. */
    discard: { request: DiscardWorkingMemoryRequest; response: DiscardWorkingMemoryResponse; stream: false };
    /** Stores a payload outside the context, whole by content, or in chunks, of which the last answers the placeholder. Of a payload over 64 MB
the first and the last 32 MB are stored. */
    store_detail: { request: StoreDetailRequest; response: StoreDetailResponse; stream: false };
    /** A part of a payload: a page, bytes, lines, the value at a JSON pointer, the lines that match, or the passages that share most with a query. */
    retrieve_detail: { request: RetrieveDetailRequest; response: RetrieveDetailResponse; stream: false };
    /** Finds payloads by what they say. */
    search_details: { request: SearchDetailsRequest; response: SearchDetailsResponse; stream: false };
    /** Deletes a payload softly. */
    delete_detail: { request: DeleteDetailRequest; response: DeleteDetailResponse; stream: false };
    /** Erases for good. */
    purge: { request: PurgeRequest; response: PurgeResponse; stream: false };
    /** Steps that stand in the record, word for word again. */
    expand: { request: ExpandWorkingMemoryRequest; response: ExpandWorkingMemoryResponse; stream: false };
  };
}

/** What is known of each operation at run time. */
export const services = {
  'agent': {
    grpc: 'agentmem.v1.AgentService',
    operation: 'AgentOperation',
    reply: 'AgentReply',
    operations: {
      invoke: {"rpc":"Invoke","request":"AgentRequest","response":"AgentResponse","stream":true,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"own","permission":"write"},
      cancel: {"rpc":"Cancel","request":"CancelRequest","response":"CancelResponse","stream":false,"command":true,"orderedBy":"id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      recall: {"rpc":"Recall","request":"RecallRequest","response":"RecallResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      get_receipt: {"rpc":"GetReceipt","request":"GetReceiptRequest","response":"GetReceiptResponse","stream":false,"command":false,"orderedBy":null,"readBy":"receipt_id","planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      resume: {"rpc":"Resume","request":"ResumeRequest","response":"AgentResponse","stream":true,"command":true,"orderedBy":"invocation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      list_waiting: {"rpc":"ListWaiting","request":"ListWaitingRequest","response":"ListWaitingResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      fork: {"rpc":"Fork","request":"ForkRequest","response":"AgentResponse","stream":true,"command":true,"orderedBy":"invocation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"own","permission":"write"},
    },
  },
  'conversations': {
    grpc: 'agentmem.v1.ConversationsService',
    operation: 'ConversationsOperation',
    reply: 'ConversationsReply',
    operations: {
      create: {"rpc":"Create","request":"CreateConversationRequest","response":"CreateConversationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      get: {"rpc":"Get","request":"GetConversationMemoryRequest","response":"GetConversationMemoryResponse","stream":false,"command":false,"orderedBy":null,"readBy":"conversation_id","planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      update: {"rpc":"Update","request":"UpdateConversationMemoryRequest","response":"UpdateConversationMemoryResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      append_message: {"rpc":"AppendMessage","request":"AppendMessageRequest","response":"AppendMessageResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      list: {"rpc":"List","request":"ListConversationsRequest","response":"ListConversationsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      history: {"rpc":"History","request":"ConversationHistoryRequest","response":"ConversationHistoryResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      search: {"rpc":"Search","request":"SearchMessagesRequest","response":"SearchMessagesResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      end: {"rpc":"End","request":"EndConversationRequest","response":"EndConversationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      delete: {"rpc":"Delete","request":"DeleteConversationRequest","response":"DeleteConversationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      tool_calls: {"rpc":"ToolCalls","request":"ListToolCallsRequest","response":"ListToolCallsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      build_context: {"rpc":"BuildContext","request":"BuildContextRequest","response":"BuildContextResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      summarize: {"rpc":"Summarize","request":"SummarizeConversationRequest","response":"SummarizeConversationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      find_similar: {"rpc":"FindSimilar","request":"FindSimilarConversationsRequest","response":"FindSimilarConversationsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      branch: {"rpc":"Branch","request":"BranchConversationRequest","response":"BranchConversationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      diff: {"rpc":"Diff","request":"DiffConversationsRequest","response":"DiffConversationsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      merge: {"rpc":"Merge","request":"MergeConversationRequest","response":"MergeConversationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      references: {"rpc":"References","request":"ReferencesRequest","response":"ReferencesResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      insights: {"rpc":"Insights","request":"InsightsRequest","response":"InsightsResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      archive: {"rpc":"Archive","request":"ArchiveConversationRequest","response":"ArchiveConversationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      export: {"rpc":"Export","request":"ExportConversationRequest","response":"ExportConversationResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      import: {"rpc":"Import","request":"ImportConversationRequest","response":"ImportConversationResponse","stream":false,"command":true,"orderedBy":"import_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      purge: {"rpc":"Purge","request":"PurgeRequest","response":"PurgeResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":true,"each":null,"internal":false,"whenOff":"works","permission":"admin"},
      append_messages: {"rpc":"AppendMessages","request":"AppendMessagesRequest","response":"AppendMessagesResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      restore: {"rpc":"Restore","request":"RestoreConversationRequest","response":"RestoreConversationResponse","stream":false,"command":true,"orderedBy":"id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      append_invocation: {"rpc":"AppendInvocation","request":"AppendInvocationRequest","response":"AppendInvocationResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":true,"whenOff":"refused","permission":"write"},
    },
  },
  'episodes': {
    grpc: 'agentmem.v1.EpisodesService',
    operation: 'EpisodesOperation',
    reply: 'EpisodesReply',
    operations: {
      retrieve: {"rpc":"Retrieve","request":"RetrieveEpisodesRequest","response":"RetrieveEpisodesResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      store: {"rpc":"Store","request":"StoreEpisodeRequest","response":"StoreEpisodeResponse","stream":false,"command":true,"orderedBy":"goal","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      get: {"rpc":"Get","request":"GetEpisodeRequest","response":"GetEpisodeResponse","stream":false,"command":false,"orderedBy":null,"readBy":"episode_id","planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      list: {"rpc":"List","request":"ListEpisodesRequest","response":"ListEpisodesResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      delete: {"rpc":"Delete","request":"DeleteEpisodeRequest","response":"DeleteEpisodeResponse","stream":false,"command":true,"orderedBy":"episode_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      purge: {"rpc":"Purge","request":"PurgeRequest","response":"PurgeResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":true,"each":null,"internal":false,"whenOff":"works","permission":"admin"},
      restore: {"rpc":"Restore","request":"RestoreEpisodeRequest","response":"RestoreEpisodeResponse","stream":false,"command":true,"orderedBy":"episode_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      history: {"rpc":"History","request":"EpisodeHistoryRequest","response":"EpisodeHistoryResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      set_outcome: {"rpc":"SetOutcome","request":"SetEpisodeOutcomeRequest","response":"SetEpisodeOutcomeResponse","stream":false,"command":true,"orderedBy":"episode_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      store_experience: {"rpc":"StoreExperience","request":"StoreExperienceRequest","response":"StoreExperienceResponse","stream":false,"command":true,"orderedBy":"text","readBy":null,"planned":false,"exact":false,"each":null,"internal":true,"whenOff":"refused","permission":"write"},
    },
  },
  'facts': {
    grpc: 'agentmem.v1.FactsService',
    operation: 'FactsOperation',
    reply: 'FactsReply',
    operations: {
      retrieve: {"rpc":"Retrieve","request":"RetrieveFactsRequest","response":"RetrieveFactsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      store: {"rpc":"Store","request":"StoreFactRequest","response":"StoreFactResponse","stream":false,"command":true,"orderedBy":"content","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      get: {"rpc":"Get","request":"GetFactRequest","response":"GetFactResponse","stream":false,"command":false,"orderedBy":null,"readBy":"fact_id","planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      list: {"rpc":"List","request":"ListFactsRequest","response":"ListFactsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      delete: {"rpc":"Delete","request":"DeleteFactRequest","response":"DeleteFactResponse","stream":false,"command":true,"orderedBy":"fact_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      history: {"rpc":"History","request":"FactHistoryRequest","response":"FactHistoryResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      restore: {"rpc":"Restore","request":"RestoreFactRequest","response":"RestoreFactResponse","stream":false,"command":true,"orderedBy":"fact_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      purge: {"rpc":"Purge","request":"PurgeRequest","response":"PurgeResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":true,"each":null,"internal":false,"whenOff":"works","permission":"admin"},
      update: {"rpc":"Update","request":"UpdateFactRequest","response":"UpdateFactResponse","stream":false,"command":true,"orderedBy":"fact_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      store_many: {"rpc":"StoreMany","request":"StoreManyFactsRequest","response":"StoreManyFactsResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":"facts","internal":false,"whenOff":"refused","permission":"write"},
      interpret: {"rpc":"Interpret","request":"InterpretMessageRequest","response":"InterpretMessageResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      get_profile: {"rpc":"GetProfile","request":"GetProfileRequest","response":"GetProfileResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
    },
  },
  'graph': {
    grpc: 'agentmem.v1.GraphService',
    operation: 'GraphOperation',
    reply: 'GraphReply',
    operations: {
      get: {"rpc":"Get","request":"GetNodeRequest","response":"GetNodeResponse","stream":false,"command":false,"orderedBy":null,"readBy":"id","planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      neighbours: {"rpc":"Neighbours","request":"NeighboursRequest","response":"NeighboursResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      paths: {"rpc":"Paths","request":"PathsRequest","response":"PathsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      find_similar: {"rpc":"FindSimilar","request":"FindSimilarNodesRequest","response":"FindSimilarNodesResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      link: {"rpc":"Link","request":"LinkRequest","response":"LinkResponse","stream":false,"command":true,"orderedBy":"from","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      update_entity_weight: {"rpc":"UpdateEntityWeight","request":"UpdateEntityWeightRequest","response":"UpdateEntityWeightResponse","stream":false,"command":true,"orderedBy":"entity_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      weight_history: {"rpc":"WeightHistory","request":"WeightHistoryRequest","response":"WeightHistoryResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      rollback_weights: {"rpc":"RollbackWeights","request":"RollbackWeightsRequest","response":"RollbackWeightsResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      feedback: {"rpc":"Feedback","request":"FeedbackRequest","response":"FeedbackResponse","stream":false,"command":true,"orderedBy":"receipt_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"feedback"},
      trigger_compaction: {"rpc":"TriggerCompaction","request":"TriggerCompactionRequest","response":"TriggerCompactionResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      create_summary_node: {"rpc":"CreateSummaryNode","request":"CreateSummaryNodeRequest","response":"CreateSummaryNodeResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"summarize"},
      get_job: {"rpc":"GetJob","request":"GetJobRequest","response":"GetJobResponse","stream":false,"command":false,"orderedBy":null,"readBy":"job_id","planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      list_jobs: {"rpc":"ListJobs","request":"ListJobsRequest","response":"ListJobsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      cancel_job: {"rpc":"CancelJob","request":"CancelJobRequest","response":"CancelJobResponse","stream":false,"command":true,"orderedBy":"job_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      restore: {"rpc":"Restore","request":"RestoreNodeRequest","response":"RestoreNodeResponse","stream":false,"command":true,"orderedBy":"id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      purge: {"rpc":"Purge","request":"PurgeRequest","response":"PurgeResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":true,"each":null,"internal":false,"whenOff":"works","permission":"admin"},
      get_settings: {"rpc":"GetSettings","request":"GetSettingsRequest","response":"GetSettingsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      update_settings: {"rpc":"UpdateSettings","request":"UpdateSettingsRequest","response":"UpdateSettingsResponse","stream":false,"command":true,"orderedBy":"conversation_id","readBy":null,"planned":false,"exact":true,"each":null,"internal":false,"whenOff":"works","permission":"admin"},
      prune: {"rpc":"Prune","request":"PruneRequest","response":"PruneResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":true,"each":null,"internal":false,"whenOff":"works","permission":"admin"},
      create_node: {"rpc":"CreateNode","request":"CreateNodeRequest","response":"CreateNodeResponse","stream":false,"command":true,"orderedBy":"id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      merge_entities: {"rpc":"MergeEntities","request":"MergeEntitiesRequest","response":"MergeEntitiesResponse","stream":false,"command":true,"orderedBy":"into_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      split_entity: {"rpc":"SplitEntity","request":"SplitEntityRequest","response":"SplitEntityResponse","stream":false,"command":true,"orderedBy":"id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
    },
  },
  'trustgraph': {
    grpc: 'agentmem.v1.TrustgraphService',
    operation: 'TrustgraphOperation',
    reply: 'TrustgraphReply',
    operations: {
      find_model: {"rpc":"FindModel","request":"FindModelRequest","response":"FindModelResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":true,"whenOff":"works","permission":"read"},
      ask_model: {"rpc":"AskModel","request":"AskModelRequest","response":"AskModelResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":true,"whenOff":"works","permission":"write"},
    },
  },
  'working-memory': {
    grpc: 'agentmem.v1.WorkingMemoryService',
    operation: 'WorkingMemoryOperation',
    reply: 'WorkingMemoryReply',
    operations: {
      append: {"rpc":"Append","request":"AppendWorkingMemoryRequest","response":"AppendWorkingMemoryResponse","stream":false,"command":true,"orderedBy":"invocation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      assemble: {"rpc":"Assemble","request":"AssembleWorkingMemoryRequest","response":"AssembleWorkingMemoryResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      compress: {"rpc":"Compress","request":"CompressWorkingMemoryRequest","response":"CompressWorkingMemoryResponse","stream":false,"command":true,"orderedBy":"invocation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      discard: {"rpc":"Discard","request":"DiscardWorkingMemoryRequest","response":"DiscardWorkingMemoryResponse","stream":false,"command":true,"orderedBy":"invocation_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      store_detail: {"rpc":"StoreDetail","request":"StoreDetailRequest","response":"StoreDetailResponse","stream":false,"command":true,"orderedBy":"upload_id","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"refused","permission":"write"},
      retrieve_detail: {"rpc":"RetrieveDetail","request":"RetrieveDetailRequest","response":"RetrieveDetailResponse","stream":false,"command":false,"orderedBy":null,"readBy":"memory_key","planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"read"},
      search_details: {"rpc":"SearchDetails","request":"SearchDetailsRequest","response":"SearchDetailsResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
      delete_detail: {"rpc":"DeleteDetail","request":"DeleteDetailRequest","response":"DeleteDetailResponse","stream":false,"command":true,"orderedBy":"memory_key","readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"works","permission":"write"},
      purge: {"rpc":"Purge","request":"PurgeRequest","response":"PurgeResponse","stream":false,"command":true,"orderedBy":null,"readBy":null,"planned":false,"exact":true,"each":null,"internal":false,"whenOff":"works","permission":"admin"},
      expand: {"rpc":"Expand","request":"ExpandWorkingMemoryRequest","response":"ExpandWorkingMemoryResponse","stream":false,"command":false,"orderedBy":null,"readBy":null,"planned":false,"exact":false,"each":null,"internal":false,"whenOff":"empty","permission":"read"},
    },
  },
} as const;
