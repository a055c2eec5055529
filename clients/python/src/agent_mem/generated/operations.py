# Made from the OpenAPI document by "npm run generate".
"""The operations of agent-mem, by their services."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Unpack, cast

from agent_mem.calls import AsyncCaller, Caller, Options
from agent_mem.generated import models

class Agent:
    """Agent: reasons and acts with memory until it can answer."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def invoke(self, options: Options | None = None, /, **request: Unpack[models.AgentRequest]) -> models.InvokeAnswer:
        """Answers a question. Frames come as the agent goes; the last one has end_of_dialog, the answer and the receipt."""
        return cast(models.InvokeAnswer, self._caller.call("/v1/agent/invoke", dict(request), options))

    def invoke_stream(self, options: Options | None = None, /, **request: Unpack[models.AgentRequest]) -> Iterator[models.AgentResponse]:
        """Its frames as they come. A stream that broke is taken up by the same call with the same idempotency key."""
        return cast(Iterator[models.AgentResponse], self._caller.stream("/v1/agent/invoke", dict(request), options))

    def cancel(self, options: Options | None = None, /, **request: Unpack[models.CancelRequest]) -> models.CancelResponse:
        """Stops an Invoke that runs or waits; its caller gets a last frame of type error."""
        return cast(models.CancelResponse, self._caller.call("/v1/agent/cancel", dict(request), options))

    def recall(self, options: Options | None = None, /, **request: Unpack[models.RecallRequest]) -> models.RecallResponse:
        """What memory has on a query, assembled as Invoke shows it to its model, as one text. Nothing is answered."""
        return cast(models.RecallResponse, self._caller.call("/v1/agent/recall", dict(request), options))

    def get_receipt(self, options: Options | None = None, /, **request: Unpack[models.GetReceiptRequest]) -> models.GetReceiptResponse:
        """What an answer was made of. Receipts are stored a moment after their answer, for RECEIPT_TTL_DAYS."""
        return cast(models.GetReceiptResponse, self._caller.call("/v1/agent/get-receipt", dict(request), options))

    def resume(self, options: Options | None = None, /, **request: Unpack[models.ResumeRequest]) -> models.InvokeAnswer:
        """Decides on calls that a run waits for, and goes on with it once all of them are decided: frames come as of Invoke. A decision has its effect once, however often it is sent."""
        return cast(models.InvokeAnswer, self._caller.call("/v1/agent/resume", dict(request), options))

    def resume_stream(self, options: Options | None = None, /, **request: Unpack[models.ResumeRequest]) -> Iterator[models.AgentResponse]:
        """Its frames as they come. A stream that broke is taken up by the same call with the same idempotency key."""
        return cast(Iterator[models.AgentResponse], self._caller.stream("/v1/agent/resume", dict(request), options))

    def list_waiting(self, options: Options | None = None, /, **request: Unpack[models.ListWaitingRequest]) -> models.ListWaitingResponse:
        """The runs of the scope that wait, newest first."""
        return cast(models.ListWaitingResponse, self._caller.call("/v1/agent/list-waiting", dict(request), options))

    def fork(self, options: Options | None = None, /, **request: Unpack[models.ForkRequest]) -> models.InvokeAnswer:
        """A new run from any step of a run that waits or has ended, with another question, model or result. Both stay."""
        return cast(models.InvokeAnswer, self._caller.call("/v1/agent/fork", dict(request), options))

    def fork_stream(self, options: Options | None = None, /, **request: Unpack[models.ForkRequest]) -> Iterator[models.AgentResponse]:
        """Its frames as they come. A stream that broke is taken up by the same call with the same idempotency key."""
        return cast(Iterator[models.AgentResponse], self._caller.stream("/v1/agent/fork", dict(request), options))


class Conversations:
    """Conversations: what was said, and what each invocation did. An unknown conversation answers not-found, 'Conversation <id> not found'."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def create(self, options: Options | None = None, /, **request: Unpack[models.CreateConversationRequest]) -> models.CreateConversationResponse:
        """Starts a conversation. The caller may give the id; one that exists is already-exists."""
        return cast(models.CreateConversationResponse, self._caller.call("/v1/conversations/create", dict(request), options))

    def get(self, options: Options | None = None, /, **request: Unpack[models.GetConversationMemoryRequest]) -> models.GetConversationMemoryResponse:
        """The summaries of the conversation's invocations, oldest first."""
        return cast(models.GetConversationMemoryResponse, self._caller.call("/v1/conversations/get", dict(request), options))

    def update(self, options: Options | None = None, /, **request: Unpack[models.UpdateConversationMemoryRequest]) -> models.UpdateConversationMemoryResponse:
        """Appends the summary of one invocation. Creates the conversation if it is not there."""
        return cast(models.UpdateConversationMemoryResponse, self._caller.call("/v1/conversations/update", dict(request), options))

    def append_message(self, options: Options | None = None, /, **request: Unpack[models.AppendMessageRequest]) -> models.AppendMessageResponse:
        """Appends one message, at the next ordinal. Creates the conversation if it is not there, reopens it if it had ended."""
        return cast(models.AppendMessageResponse, self._caller.call("/v1/conversations/append-message", dict(request), options))

    def list(self, options: Options | None = None, /, **request: Unpack[models.ListConversationsRequest]) -> models.ListConversationsResponse:
        """The conversations of a scope, last changed first."""
        return cast(models.ListConversationsResponse, self._caller.call("/v1/conversations/list", dict(request), options))

    def history(self, options: Options | None = None, /, **request: Unpack[models.ConversationHistoryRequest]) -> models.ConversationHistoryResponse:
        """The messages of a conversation, oldest first."""
        return cast(models.ConversationHistoryResponse, self._caller.call("/v1/conversations/history", dict(request), options))

    def search(self, options: Options | None = None, /, **request: Unpack[models.SearchMessagesRequest]) -> models.SearchMessagesResponse:
        """Finds messages, best first: in one conversation, or in all of the scope."""
        return cast(models.SearchMessagesResponse, self._caller.call("/v1/conversations/search", dict(request), options))

    def end(self, options: Options | None = None, /, **request: Unpack[models.EndConversationRequest]) -> models.EndConversationResponse:
        """Says that the conversation is over: conversation-ended goes out. Ending it again changes nothing."""
        return cast(models.EndConversationResponse, self._caller.call("/v1/conversations/end", dict(request), options))

    def delete(self, options: Options | None = None, /, **request: Unpack[models.DeleteConversationRequest]) -> models.DeleteConversationResponse:
        """Deletes the conversation and its messages softly."""
        return cast(models.DeleteConversationResponse, self._caller.call("/v1/conversations/delete", dict(request), options))

    def tool_calls(self, options: Options | None = None, /, **request: Unpack[models.ListToolCallsRequest]) -> models.ListToolCallsResponse:
        """The tool calls of a conversation with their results, oldest first."""
        return cast(models.ListToolCallsResponse, self._caller.call("/v1/conversations/tool-calls", dict(request), options))

    def build_context(self, options: Options | None = None, /, **request: Unpack[models.BuildContextRequest]) -> models.BuildContextResponse:
        """What an agent should be shown of a conversation within a budget of tokens."""
        return cast(models.BuildContextResponse, self._caller.call("/v1/conversations/build-context", dict(request), options))

    def summarize(self, options: Options | None = None, /, **request: Unpack[models.SummarizeConversationRequest]) -> models.SummarizeConversationResponse:
        """Has the conversation summarised in two or three sentences. The work is stored first; the text is answered where it is there before the deadline."""
        return cast(models.SummarizeConversationResponse, self._caller.call("/v1/conversations/summarize", dict(request), options))

    def find_similar(self, options: Options | None = None, /, **request: Unpack[models.FindSimilarConversationsRequest]) -> models.FindSimilarConversationsResponse:
        """Finds conversations like a text, by what their summaries mean or, of the 200 changed last, their titles, most alike first."""
        return cast(models.FindSimilarConversationsResponse, self._caller.call("/v1/conversations/find-similar", dict(request), options))

    def branch(self, options: Options | None = None, /, **request: Unpack[models.BranchConversationRequest]) -> models.BranchConversationResponse:
        """Starts a conversation that has another's messages up to one of them, its tags and its settings. From then on neither sees what is appended to the other."""
        return cast(models.BranchConversationResponse, self._caller.call("/v1/conversations/branch", dict(request), options))

    def diff(self, options: Options | None = None, /, **request: Unpack[models.DiffConversationsRequest]) -> models.DiffConversationsResponse:
        """What one of two conversations has and the other has not, from where they parted."""
        return cast(models.DiffConversationsResponse, self._caller.call("/v1/conversations/diff", dict(request), options))

    def merge(self, options: Options | None = None, /, **request: Unpack[models.MergeConversationRequest]) -> models.MergeConversationResponse:
        """Takes what a branch has into the conversation that it parted from: the messages of both since then, by when they were received, each once. The branch stays as it is, to be read."""
        return cast(models.MergeConversationResponse, self._caller.call("/v1/conversations/merge", dict(request), options))

    def references(self, options: Options | None = None, /, **request: Unpack[models.ReferencesRequest]) -> models.ReferencesResponse:
        """Links messages to code, or answers which conversations discussed it, the last that did first."""
        return cast(models.ReferencesResponse, self._caller.call("/v1/conversations/references", dict(request), options))

    def insights(self, options: Options | None = None, /, **request: Unpack[models.InsightsRequest]) -> models.InsightsResponse:
        """What conversations came to: main topic, findings and actions, or what is asked for. It runs as a job; where that is not done within the request's time, the answer has its id alone, and graph.GetJob holds the rest later."""
        return cast(models.InsightsResponse, self._caller.call("/v1/conversations/insights", dict(request), options))

    def archive(self, options: Options | None = None, /, **request: Unpack[models.ArchiveConversationRequest]) -> models.ArchiveConversationResponse:
        """Takes a conversation out of lists and of searches that name no conversation; it stays readable by id. Restore and a new message undo it."""
        return cast(models.ArchiveConversationResponse, self._caller.call("/v1/conversations/archive", dict(request), options))

    def export(self, options: Options | None = None, /, **request: Unpack[models.ExportConversationRequest]) -> models.ExportConversationResponse:
        """The whole conversation as one JSON document, piece by piece. A piece can be asked for again; a conversation that changed since the first piece is failed-precondition."""
        return cast(models.ExportConversationResponse, self._caller.call("/v1/conversations/export", dict(request), options))

    def import_(self, options: Options | None = None, /, **request: Unpack[models.ImportConversationRequest]) -> models.ImportConversationResponse:
        """Takes in one piece of an exported conversation; the last one makes it visible. Nothing is learned from it. A conversation that is there with other content is already-exists; so is one that was deleted there, with the first piece."""
        return cast(models.ImportConversationResponse, self._caller.call("/v1/conversations/import", dict(request), options))

    def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, self._caller.call("/v1/conversations/purge", dict(request), options))

    def append_messages(self, options: Options | None = None, /, **request: Unpack[models.AppendMessagesRequest]) -> models.AppendMessagesResponse:
        """Appends messages at the next ordinals, all or none. With wait_ms it answers what was learned from them by then; they are stored before the wait."""
        return cast(models.AppendMessagesResponse, self._caller.call("/v1/conversations/append-messages", dict(request), options))

    def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreConversationRequest]) -> models.RestoreConversationResponse:
        """Makes a conversation that was archived or deleted, or a message that expired or was deleted, active again."""
        return cast(models.RestoreConversationResponse, self._caller.call("/v1/conversations/restore", dict(request), options))


class Episodes:
    """Episodes: what was attempted, and what came of it."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def retrieve(self, options: Options | None = None, /, **request: Unpack[models.RetrieveEpisodesRequest]) -> models.RetrieveEpisodesResponse:
        """Finds episodes like the goal at hand, best first."""
        return cast(models.RetrieveEpisodesResponse, self._caller.call("/v1/episodes/retrieve", dict(request), options))

    def store(self, options: Options | None = None, /, **request: Unpack[models.StoreEpisodeRequest]) -> models.StoreEpisodeResponse:
        """Stores an episode. The same goal, steps, outcome and lessons in one scope are the same episode. A key that the scope knows changes the episode that has it."""
        return cast(models.StoreEpisodeResponse, self._caller.call("/v1/episodes/store", dict(request), options))

    def get(self, options: Options | None = None, /, **request: Unpack[models.GetEpisodeRequest]) -> models.GetEpisodeResponse:
        """One episode by its id. A deleted one is not-found unless include_deleted."""
        return cast(models.GetEpisodeResponse, self._caller.call("/v1/episodes/get", dict(request), options))

    def list(self, options: Options | None = None, /, **request: Unpack[models.ListEpisodesRequest]) -> models.ListEpisodesResponse:
        """The episodes of a scope, newest first."""
        return cast(models.ListEpisodesResponse, self._caller.call("/v1/episodes/list", dict(request), options))

    def delete(self, options: Options | None = None, /, **request: Unpack[models.DeleteEpisodeRequest]) -> models.DeleteEpisodeResponse:
        """Deletes softly. Deleting it again changes nothing."""
        return cast(models.DeleteEpisodeResponse, self._caller.call("/v1/episodes/delete", dict(request), options))

    def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, self._caller.call("/v1/episodes/purge", dict(request), options))

    def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreEpisodeRequest]) -> models.RestoreEpisodeResponse:
        """Undoes a deletion, or releases what is quarantined."""
        return cast(models.RestoreEpisodeResponse, self._caller.call("/v1/episodes/restore", dict(request), options))

    def history(self, options: Options | None = None, /, **request: Unpack[models.EpisodeHistoryRequest]) -> models.EpisodeHistoryResponse:
        """Every state an episode has been in, oldest first."""
        return cast(models.EpisodeHistoryResponse, self._caller.call("/v1/episodes/history", dict(request), options))

    def set_outcome(self, options: Options | None = None, /, **request: Unpack[models.SetEpisodeOutcomeRequest]) -> models.SetEpisodeOutcomeResponse:
        """Says whether what was attempted succeeded. Nothing but a later SetOutcome changes it again."""
        return cast(models.SetEpisodeOutcomeResponse, self._caller.call("/v1/episodes/set-outcome", dict(request), options))


class Facts:
    """Facts: statements that last."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def retrieve(self, options: Options | None = None, /, **request: Unpack[models.RetrieveFactsRequest]) -> models.RetrieveFactsResponse:
        """Finds the facts that answer a question, best first. Sees the scope's active facts and, with conversation_id, those visible only there."""
        return cast(models.RetrieveFactsResponse, self._caller.call("/v1/facts/retrieve", dict(request), options))

    def store(self, options: Options | None = None, /, **request: Unpack[models.StoreFactRequest]) -> models.StoreFactResponse:
        """Stores a fact. The same text in the same scope is the same fact: the answer is the id it already has. A key that the scope knows changes the fact that has it."""
        return cast(models.StoreFactResponse, self._caller.call("/v1/facts/store", dict(request), options))

    def get(self, options: Options | None = None, /, **request: Unpack[models.GetFactRequest]) -> models.GetFactResponse:
        """One fact by its id. A deleted one is not-found unless include_deleted."""
        return cast(models.GetFactResponse, self._caller.call("/v1/facts/get", dict(request), options))

    def list(self, options: Options | None = None, /, **request: Unpack[models.ListFactsRequest]) -> models.ListFactsResponse:
        """The facts of a scope, newest first."""
        return cast(models.ListFactsResponse, self._caller.call("/v1/facts/list", dict(request), options))

    def delete(self, options: Options | None = None, /, **request: Unpack[models.DeleteFactRequest]) -> models.DeleteFactResponse:
        """Deletes softly: the fact is found no more and can be restored. Deleting it again changes nothing."""
        return cast(models.DeleteFactResponse, self._caller.call("/v1/facts/delete", dict(request), options))

    def history(self, options: Options | None = None, /, **request: Unpack[models.FactHistoryRequest]) -> models.FactHistoryResponse:
        """Every state a fact has been in, and those of the facts whose place it took, oldest first."""
        return cast(models.FactHistoryResponse, self._caller.call("/v1/facts/history", dict(request), options))

    def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreFactRequest]) -> models.RestoreFactResponse:
        """Undoes a deletion or a replacement (the fact that took its place steps back), or releases what is quarantined. Refused with failed-precondition if the same text has been stored again since."""
        return cast(models.RestoreFactResponse, self._caller.call("/v1/facts/restore", dict(request), options))

    def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, self._caller.call("/v1/facts/purge", dict(request), options))

    def update(self, options: Options | None = None, /, **request: Unpack[models.UpdateFactRequest]) -> models.UpdateFactResponse:
        """Changes what is given of a fact; its id stays. Refused with aborted if its version is not the expected one, and with already-exists if another fact has the text."""
        return cast(models.UpdateFactResponse, self._caller.call("/v1/facts/update", dict(request), options))

    def store_many(self, options: Options | None = None, /, **request: Unpack[models.StoreManyFactsRequest]) -> models.StoreManyFactsResponse:
        """Stores up to 1,000 facts at once, as Store does. Each has its own result: one that is refused does not refuse the others."""
        return cast(models.StoreManyFactsResponse, self._caller.call("/v1/facts/store-many", dict(request), options))

    def interpret(self, options: Options | None = None, /, **request: Unpack[models.InterpretMessageRequest]) -> models.InterpretMessageResponse:
        """What a message is to the facts, by rules and without a model: a statement, a correction, a request to forget or a question, and what answers it. It changes nothing."""
        return cast(models.InterpretMessageResponse, self._caller.call("/v1/facts/interpret", dict(request), options))

    def get_profile(self, options: Options | None = None, /, **request: Unpack[models.GetProfileRequest]) -> models.GetProfileResponse:
        """What is known of the user, by the fields of the scope's profile schema, within 400 tokens: of each field the most confident facts, the newest first."""
        return cast(models.GetProfileResponse, self._caller.call("/v1/facts/get-profile", dict(request), options))


class Graph:
    """Graph: everything remembered as nodes and edges, their learned weights, and compaction."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(self, options: Options | None = None, /, **request: Unpack[models.GetNodeRequest]) -> models.GetNodeResponse:
        """One node by its id, whatever its status; a deleted one is not-found."""
        return cast(models.GetNodeResponse, self._caller.call("/v1/graph/get", dict(request), options))

    def neighbours(self, options: Options | None = None, /, **request: Unpack[models.NeighboursRequest]) -> models.NeighboursResponse:
        """The nodes joined to one, by kind of edge, direction and weight, up to three edges away."""
        return cast(models.NeighboursResponse, self._caller.call("/v1/graph/neighbours", dict(request), options))

    def paths(self, options: Options | None = None, /, **request: Unpack[models.PathsRequest]) -> models.PathsResponse:
        """The shortest ways between two nodes: all of one length, and each edge in either direction."""
        return cast(models.PathsResponse, self._caller.call("/v1/graph/paths", dict(request), options))

    def find_similar(self, options: Options | None = None, /, **request: Unpack[models.FindSimilarNodesRequest]) -> models.FindSimilarNodesResponse:
        """Finds nodes of any kind like a text or like another node. What only its conversation sees is not among them."""
        return cast(models.FindSimilarNodesResponse, self._caller.call("/v1/graph/find-similar", dict(request), options))

    def link(self, options: Options | None = None, /, **request: Unpack[models.LinkRequest]) -> models.LinkResponse:
        """Joins two nodes of a scope, whatever their kinds. Two nodes have one edge of a kind in a direction: again it changes that edge's weight and metadata."""
        return cast(models.LinkResponse, self._caller.call("/v1/graph/link", dict(request), options))

    def update_entity_weight(self, options: Options | None = None, /, **request: Unpack[models.UpdateEntityWeightRequest]) -> models.UpdateEntityWeightResponse:
        """Sets the learned weight of a node or an edge."""
        return cast(models.UpdateEntityWeightResponse, self._caller.call("/v1/graph/update-entity-weight", dict(request), options))

    def weight_history(self, options: Options | None = None, /, **request: Unpack[models.WeightHistoryRequest]) -> models.WeightHistoryResponse:
        """Every weight a node or edge has had, newest first."""
        return cast(models.WeightHistoryResponse, self._caller.call("/v1/graph/weight-history", dict(request), options))

    def rollback_weights(self, options: Options | None = None, /, **request: Unpack[models.RollbackWeightsRequest]) -> models.RollbackWeightsResponse:
        """Sets the weights of a scope back to what they were at a time."""
        return cast(models.RollbackWeightsResponse, self._caller.call("/v1/graph/rollback-weights", dict(request), options))

    def feedback(self, options: Options | None = None, /, **request: Unpack[models.FeedbackRequest]) -> models.FeedbackResponse:
        """Says how useful what was recalled has been: what answered a question is found sooner where it is asked again, also in other words. Each item of a receipt counts once for its use and once for its harm."""
        return cast(models.FeedbackResponse, self._caller.call("/v1/graph/feedback", dict(request), options))

    def trigger_compaction(self, options: Options | None = None, /, **request: Unpack[models.TriggerCompactionRequest]) -> models.TriggerCompactionResponse:
        """Has a set of nodes summarised into one, which takes their place: they are archived once the summary is stored. Answers a job at once."""
        return cast(models.TriggerCompactionResponse, self._caller.call("/v1/graph/trigger-compaction", dict(request), options))

    def create_summary_node(self, options: Options | None = None, /, **request: Unpack[models.CreateSummaryNodeRequest]) -> models.CreateSummaryNodeResponse:
        """Takes the summary that a compaction waits for, and archives what it stands for. For summarising services that are trusted."""
        return cast(models.CreateSummaryNodeResponse, self._caller.call("/v1/graph/create-summary-node", dict(request), options))

    def get_job(self, options: Options | None = None, /, **request: Unpack[models.GetJobRequest]) -> models.GetJobResponse:
        """One job, with its result once it is done. A job is found until it expires."""
        return cast(models.GetJobResponse, self._caller.call("/v1/graph/get-job", dict(request), options))

    def list_jobs(self, options: Options | None = None, /, **request: Unpack[models.ListJobsRequest]) -> models.ListJobsResponse:
        """The jobs of a scope, newest first."""
        return cast(models.ListJobsResponse, self._caller.call("/v1/graph/list-jobs", dict(request), options))

    def cancel_job(self, options: Options | None = None, /, **request: Unpack[models.CancelJobRequest]) -> models.CancelJobResponse:
        """Stops a job that has not ended, before its next slice. One that has ended stays as it is."""
        return cast(models.CancelJobResponse, self._caller.call("/v1/graph/cancel-job", dict(request), options))

    def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreNodeRequest]) -> models.RestoreNodeResponse:
        """Undoes a compaction, of its summary or of any node that it archived: all of these are active again. The service that owns a node restores what was archived otherwise."""
        return cast(models.RestoreNodeResponse, self._caller.call("/v1/graph/restore", dict(request), options))

    def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good, in every store, whatever kind it is. Where each service's own Purge erases its own kinds, this one erases all."""
        return cast(models.PurgeResponse, self._caller.call("/v1/graph/purge", dict(request), options))

    def get_settings(self, options: Options | None = None, /, **request: Unpack[models.GetSettingsRequest]) -> models.GetSettingsResponse:
        """What was set for a scope, and what holds there after its user's and its conversation's settings."""
        return cast(models.GetSettingsResponse, self._caller.call("/v1/graph/get-settings", dict(request), options))

    def update_settings(self, options: Options | None = None, /, **request: Unpack[models.UpdateSettingsRequest]) -> models.UpdateSettingsResponse:
        """Sets what holds for a scope, for all of its user, or for one conversation."""
        return cast(models.UpdateSettingsResponse, self._caller.call("/v1/graph/update-settings", dict(request), options))

    def prune(self, options: Options | None = None, /, **request: Unpack[models.PruneRequest]) -> models.PruneResponse:
        """Archives the least relevant facts and episodes of a scope until so many are left, or tells which it would."""
        return cast(models.PruneResponse, self._caller.call("/v1/graph/prune", dict(request), options))

    def create_node(self, options: Options | None = None, /, **request: Unpack[models.CreateNodeRequest]) -> models.CreateNodeResponse:
        """Makes a node of a kind that callers make. The same id with the same content changes nothing."""
        return cast(models.CreateNodeResponse, self._caller.call("/v1/graph/create-node", dict(request), options))

    def merge_entities(self, options: Options | None = None, /, **request: Unpack[models.MergeEntitiesRequest]) -> models.MergeEntitiesResponse:
        """Makes several entities one: that one has the names and the mentions of the others. SplitEntity undoes it."""
        return cast(models.MergeEntitiesResponse, self._caller.call("/v1/graph/merge-entities", dict(request), options))

    def split_entity(self, options: Options | None = None, /, **request: Unpack[models.SplitEntityRequest]) -> models.SplitEntityResponse:
        """Makes an entity of its own of a part of what mentions another, or of one that was merged into it. MergeEntities undoes it."""
        return cast(models.SplitEntityResponse, self._caller.call("/v1/graph/split-entity", dict(request), options))


class WorkingMemory:
    """Working memory: the trace of a running invocation, kept within a budget of tokens, and the payloads too large for it."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def append(self, options: Options | None = None, /, **request: Unpack[models.AppendWorkingMemoryRequest]) -> models.AppendWorkingMemoryResponse:
        """Appends to the trace of an invocation. Items that were appended before, by their place, change nothing."""
        return cast(models.AppendWorkingMemoryResponse, self._caller.call("/v1/working-memory/append", dict(request), options))

    def assemble(self, options: Options | None = None, /, **request: Unpack[models.AssembleWorkingMemoryRequest]) -> models.AssembleWorkingMemoryResponse:
        """The trace as it goes into the context: never over the budget, the newest steps verbatim, what is critical kept."""
        return cast(models.AssembleWorkingMemoryResponse, self._caller.call("/v1/working-memory/assemble", dict(request), options))

    def compress(self, options: Options | None = None, /, **request: Unpack[models.CompressWorkingMemoryRequest]) -> models.CompressWorkingMemoryResponse:
        """Has the older steps of the trace written down as a record, by the model if there is one; the record stands in their place. It works from 80 % of the budget on, so that a caller may ask for it before the trace is over, and need not wait."""
        return cast(models.CompressWorkingMemoryResponse, self._caller.call("/v1/working-memory/compress", dict(request), options))

    def discard(self, options: Options | None = None, /, **request: Unpack[models.DiscardWorkingMemoryRequest]) -> models.DiscardWorkingMemoryResponse:
        """Drops the trace of an invocation."""
        return cast(models.DiscardWorkingMemoryResponse, self._caller.call("/v1/working-memory/discard", dict(request), options))

    def store_detail(self, options: Options | None = None, /, **request: Unpack[models.StoreDetailRequest]) -> models.StoreDetailResponse:
        """Stores a payload outside the context, whole by content, or in chunks, of which the last answers the placeholder. Of a payload over 64 MB the first and the last 32 MB are stored."""
        return cast(models.StoreDetailResponse, self._caller.call("/v1/working-memory/store-detail", dict(request), options))

    def retrieve_detail(self, options: Options | None = None, /, **request: Unpack[models.RetrieveDetailRequest]) -> models.RetrieveDetailResponse:
        """A part of a payload: a page, bytes, lines, the value at a JSON pointer, the lines that match, or the passages that share most with a query."""
        return cast(models.RetrieveDetailResponse, self._caller.call("/v1/working-memory/retrieve-detail", dict(request), options))

    def search_details(self, options: Options | None = None, /, **request: Unpack[models.SearchDetailsRequest]) -> models.SearchDetailsResponse:
        """Finds payloads by what they say."""
        return cast(models.SearchDetailsResponse, self._caller.call("/v1/working-memory/search-details", dict(request), options))

    def delete_detail(self, options: Options | None = None, /, **request: Unpack[models.DeleteDetailRequest]) -> models.DeleteDetailResponse:
        """Deletes a payload softly."""
        return cast(models.DeleteDetailResponse, self._caller.call("/v1/working-memory/delete-detail", dict(request), options))

    def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, self._caller.call("/v1/working-memory/purge", dict(request), options))

    def expand(self, options: Options | None = None, /, **request: Unpack[models.ExpandWorkingMemoryRequest]) -> models.ExpandWorkingMemoryResponse:
        """Steps that stand in the record, word for word again."""
        return cast(models.ExpandWorkingMemoryResponse, self._caller.call("/v1/working-memory/expand", dict(request), options))


class AsyncAgent:
    """Agent: reasons and acts with memory until it can answer."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def invoke(self, options: Options | None = None, /, **request: Unpack[models.AgentRequest]) -> models.InvokeAnswer:
        """Answers a question. Frames come as the agent goes; the last one has end_of_dialog, the answer and the receipt."""
        return cast(models.InvokeAnswer, await self._caller.call("/v1/agent/invoke", dict(request), options))

    def invoke_stream(self, options: Options | None = None, /, **request: Unpack[models.AgentRequest]) -> AsyncIterator[models.AgentResponse]:
        """Its frames as they come. A stream that broke is taken up by the same call with the same idempotency key."""
        return cast(AsyncIterator[models.AgentResponse], self._caller.stream("/v1/agent/invoke", dict(request), options))

    async def cancel(self, options: Options | None = None, /, **request: Unpack[models.CancelRequest]) -> models.CancelResponse:
        """Stops an Invoke that runs or waits; its caller gets a last frame of type error."""
        return cast(models.CancelResponse, await self._caller.call("/v1/agent/cancel", dict(request), options))

    async def recall(self, options: Options | None = None, /, **request: Unpack[models.RecallRequest]) -> models.RecallResponse:
        """What memory has on a query, assembled as Invoke shows it to its model, as one text. Nothing is answered."""
        return cast(models.RecallResponse, await self._caller.call("/v1/agent/recall", dict(request), options))

    async def get_receipt(self, options: Options | None = None, /, **request: Unpack[models.GetReceiptRequest]) -> models.GetReceiptResponse:
        """What an answer was made of. Receipts are stored a moment after their answer, for RECEIPT_TTL_DAYS."""
        return cast(models.GetReceiptResponse, await self._caller.call("/v1/agent/get-receipt", dict(request), options))

    async def resume(self, options: Options | None = None, /, **request: Unpack[models.ResumeRequest]) -> models.InvokeAnswer:
        """Decides on calls that a run waits for, and goes on with it once all of them are decided: frames come as of Invoke. A decision has its effect once, however often it is sent."""
        return cast(models.InvokeAnswer, await self._caller.call("/v1/agent/resume", dict(request), options))

    def resume_stream(self, options: Options | None = None, /, **request: Unpack[models.ResumeRequest]) -> AsyncIterator[models.AgentResponse]:
        """Its frames as they come. A stream that broke is taken up by the same call with the same idempotency key."""
        return cast(AsyncIterator[models.AgentResponse], self._caller.stream("/v1/agent/resume", dict(request), options))

    async def list_waiting(self, options: Options | None = None, /, **request: Unpack[models.ListWaitingRequest]) -> models.ListWaitingResponse:
        """The runs of the scope that wait, newest first."""
        return cast(models.ListWaitingResponse, await self._caller.call("/v1/agent/list-waiting", dict(request), options))

    async def fork(self, options: Options | None = None, /, **request: Unpack[models.ForkRequest]) -> models.InvokeAnswer:
        """A new run from any step of a run that waits or has ended, with another question, model or result. Both stay."""
        return cast(models.InvokeAnswer, await self._caller.call("/v1/agent/fork", dict(request), options))

    def fork_stream(self, options: Options | None = None, /, **request: Unpack[models.ForkRequest]) -> AsyncIterator[models.AgentResponse]:
        """Its frames as they come. A stream that broke is taken up by the same call with the same idempotency key."""
        return cast(AsyncIterator[models.AgentResponse], self._caller.stream("/v1/agent/fork", dict(request), options))


class AsyncConversations:
    """Conversations: what was said, and what each invocation did. An unknown conversation answers not-found, 'Conversation <id> not found'."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create(self, options: Options | None = None, /, **request: Unpack[models.CreateConversationRequest]) -> models.CreateConversationResponse:
        """Starts a conversation. The caller may give the id; one that exists is already-exists."""
        return cast(models.CreateConversationResponse, await self._caller.call("/v1/conversations/create", dict(request), options))

    async def get(self, options: Options | None = None, /, **request: Unpack[models.GetConversationMemoryRequest]) -> models.GetConversationMemoryResponse:
        """The summaries of the conversation's invocations, oldest first."""
        return cast(models.GetConversationMemoryResponse, await self._caller.call("/v1/conversations/get", dict(request), options))

    async def update(self, options: Options | None = None, /, **request: Unpack[models.UpdateConversationMemoryRequest]) -> models.UpdateConversationMemoryResponse:
        """Appends the summary of one invocation. Creates the conversation if it is not there."""
        return cast(models.UpdateConversationMemoryResponse, await self._caller.call("/v1/conversations/update", dict(request), options))

    async def append_message(self, options: Options | None = None, /, **request: Unpack[models.AppendMessageRequest]) -> models.AppendMessageResponse:
        """Appends one message, at the next ordinal. Creates the conversation if it is not there, reopens it if it had ended."""
        return cast(models.AppendMessageResponse, await self._caller.call("/v1/conversations/append-message", dict(request), options))

    async def list(self, options: Options | None = None, /, **request: Unpack[models.ListConversationsRequest]) -> models.ListConversationsResponse:
        """The conversations of a scope, last changed first."""
        return cast(models.ListConversationsResponse, await self._caller.call("/v1/conversations/list", dict(request), options))

    async def history(self, options: Options | None = None, /, **request: Unpack[models.ConversationHistoryRequest]) -> models.ConversationHistoryResponse:
        """The messages of a conversation, oldest first."""
        return cast(models.ConversationHistoryResponse, await self._caller.call("/v1/conversations/history", dict(request), options))

    async def search(self, options: Options | None = None, /, **request: Unpack[models.SearchMessagesRequest]) -> models.SearchMessagesResponse:
        """Finds messages, best first: in one conversation, or in all of the scope."""
        return cast(models.SearchMessagesResponse, await self._caller.call("/v1/conversations/search", dict(request), options))

    async def end(self, options: Options | None = None, /, **request: Unpack[models.EndConversationRequest]) -> models.EndConversationResponse:
        """Says that the conversation is over: conversation-ended goes out. Ending it again changes nothing."""
        return cast(models.EndConversationResponse, await self._caller.call("/v1/conversations/end", dict(request), options))

    async def delete(self, options: Options | None = None, /, **request: Unpack[models.DeleteConversationRequest]) -> models.DeleteConversationResponse:
        """Deletes the conversation and its messages softly."""
        return cast(models.DeleteConversationResponse, await self._caller.call("/v1/conversations/delete", dict(request), options))

    async def tool_calls(self, options: Options | None = None, /, **request: Unpack[models.ListToolCallsRequest]) -> models.ListToolCallsResponse:
        """The tool calls of a conversation with their results, oldest first."""
        return cast(models.ListToolCallsResponse, await self._caller.call("/v1/conversations/tool-calls", dict(request), options))

    async def build_context(self, options: Options | None = None, /, **request: Unpack[models.BuildContextRequest]) -> models.BuildContextResponse:
        """What an agent should be shown of a conversation within a budget of tokens."""
        return cast(models.BuildContextResponse, await self._caller.call("/v1/conversations/build-context", dict(request), options))

    async def summarize(self, options: Options | None = None, /, **request: Unpack[models.SummarizeConversationRequest]) -> models.SummarizeConversationResponse:
        """Has the conversation summarised in two or three sentences. The work is stored first; the text is answered where it is there before the deadline."""
        return cast(models.SummarizeConversationResponse, await self._caller.call("/v1/conversations/summarize", dict(request), options))

    async def find_similar(self, options: Options | None = None, /, **request: Unpack[models.FindSimilarConversationsRequest]) -> models.FindSimilarConversationsResponse:
        """Finds conversations like a text, by what their summaries mean or, of the 200 changed last, their titles, most alike first."""
        return cast(models.FindSimilarConversationsResponse, await self._caller.call("/v1/conversations/find-similar", dict(request), options))

    async def branch(self, options: Options | None = None, /, **request: Unpack[models.BranchConversationRequest]) -> models.BranchConversationResponse:
        """Starts a conversation that has another's messages up to one of them, its tags and its settings. From then on neither sees what is appended to the other."""
        return cast(models.BranchConversationResponse, await self._caller.call("/v1/conversations/branch", dict(request), options))

    async def diff(self, options: Options | None = None, /, **request: Unpack[models.DiffConversationsRequest]) -> models.DiffConversationsResponse:
        """What one of two conversations has and the other has not, from where they parted."""
        return cast(models.DiffConversationsResponse, await self._caller.call("/v1/conversations/diff", dict(request), options))

    async def merge(self, options: Options | None = None, /, **request: Unpack[models.MergeConversationRequest]) -> models.MergeConversationResponse:
        """Takes what a branch has into the conversation that it parted from: the messages of both since then, by when they were received, each once. The branch stays as it is, to be read."""
        return cast(models.MergeConversationResponse, await self._caller.call("/v1/conversations/merge", dict(request), options))

    async def references(self, options: Options | None = None, /, **request: Unpack[models.ReferencesRequest]) -> models.ReferencesResponse:
        """Links messages to code, or answers which conversations discussed it, the last that did first."""
        return cast(models.ReferencesResponse, await self._caller.call("/v1/conversations/references", dict(request), options))

    async def insights(self, options: Options | None = None, /, **request: Unpack[models.InsightsRequest]) -> models.InsightsResponse:
        """What conversations came to: main topic, findings and actions, or what is asked for. It runs as a job; where that is not done within the request's time, the answer has its id alone, and graph.GetJob holds the rest later."""
        return cast(models.InsightsResponse, await self._caller.call("/v1/conversations/insights", dict(request), options))

    async def archive(self, options: Options | None = None, /, **request: Unpack[models.ArchiveConversationRequest]) -> models.ArchiveConversationResponse:
        """Takes a conversation out of lists and of searches that name no conversation; it stays readable by id. Restore and a new message undo it."""
        return cast(models.ArchiveConversationResponse, await self._caller.call("/v1/conversations/archive", dict(request), options))

    async def export(self, options: Options | None = None, /, **request: Unpack[models.ExportConversationRequest]) -> models.ExportConversationResponse:
        """The whole conversation as one JSON document, piece by piece. A piece can be asked for again; a conversation that changed since the first piece is failed-precondition."""
        return cast(models.ExportConversationResponse, await self._caller.call("/v1/conversations/export", dict(request), options))

    async def import_(self, options: Options | None = None, /, **request: Unpack[models.ImportConversationRequest]) -> models.ImportConversationResponse:
        """Takes in one piece of an exported conversation; the last one makes it visible. Nothing is learned from it. A conversation that is there with other content is already-exists; so is one that was deleted there, with the first piece."""
        return cast(models.ImportConversationResponse, await self._caller.call("/v1/conversations/import", dict(request), options))

    async def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, await self._caller.call("/v1/conversations/purge", dict(request), options))

    async def append_messages(self, options: Options | None = None, /, **request: Unpack[models.AppendMessagesRequest]) -> models.AppendMessagesResponse:
        """Appends messages at the next ordinals, all or none. With wait_ms it answers what was learned from them by then; they are stored before the wait."""
        return cast(models.AppendMessagesResponse, await self._caller.call("/v1/conversations/append-messages", dict(request), options))

    async def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreConversationRequest]) -> models.RestoreConversationResponse:
        """Makes a conversation that was archived or deleted, or a message that expired or was deleted, active again."""
        return cast(models.RestoreConversationResponse, await self._caller.call("/v1/conversations/restore", dict(request), options))


class AsyncEpisodes:
    """Episodes: what was attempted, and what came of it."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def retrieve(self, options: Options | None = None, /, **request: Unpack[models.RetrieveEpisodesRequest]) -> models.RetrieveEpisodesResponse:
        """Finds episodes like the goal at hand, best first."""
        return cast(models.RetrieveEpisodesResponse, await self._caller.call("/v1/episodes/retrieve", dict(request), options))

    async def store(self, options: Options | None = None, /, **request: Unpack[models.StoreEpisodeRequest]) -> models.StoreEpisodeResponse:
        """Stores an episode. The same goal, steps, outcome and lessons in one scope are the same episode. A key that the scope knows changes the episode that has it."""
        return cast(models.StoreEpisodeResponse, await self._caller.call("/v1/episodes/store", dict(request), options))

    async def get(self, options: Options | None = None, /, **request: Unpack[models.GetEpisodeRequest]) -> models.GetEpisodeResponse:
        """One episode by its id. A deleted one is not-found unless include_deleted."""
        return cast(models.GetEpisodeResponse, await self._caller.call("/v1/episodes/get", dict(request), options))

    async def list(self, options: Options | None = None, /, **request: Unpack[models.ListEpisodesRequest]) -> models.ListEpisodesResponse:
        """The episodes of a scope, newest first."""
        return cast(models.ListEpisodesResponse, await self._caller.call("/v1/episodes/list", dict(request), options))

    async def delete(self, options: Options | None = None, /, **request: Unpack[models.DeleteEpisodeRequest]) -> models.DeleteEpisodeResponse:
        """Deletes softly. Deleting it again changes nothing."""
        return cast(models.DeleteEpisodeResponse, await self._caller.call("/v1/episodes/delete", dict(request), options))

    async def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, await self._caller.call("/v1/episodes/purge", dict(request), options))

    async def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreEpisodeRequest]) -> models.RestoreEpisodeResponse:
        """Undoes a deletion, or releases what is quarantined."""
        return cast(models.RestoreEpisodeResponse, await self._caller.call("/v1/episodes/restore", dict(request), options))

    async def history(self, options: Options | None = None, /, **request: Unpack[models.EpisodeHistoryRequest]) -> models.EpisodeHistoryResponse:
        """Every state an episode has been in, oldest first."""
        return cast(models.EpisodeHistoryResponse, await self._caller.call("/v1/episodes/history", dict(request), options))

    async def set_outcome(self, options: Options | None = None, /, **request: Unpack[models.SetEpisodeOutcomeRequest]) -> models.SetEpisodeOutcomeResponse:
        """Says whether what was attempted succeeded. Nothing but a later SetOutcome changes it again."""
        return cast(models.SetEpisodeOutcomeResponse, await self._caller.call("/v1/episodes/set-outcome", dict(request), options))


class AsyncFacts:
    """Facts: statements that last."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def retrieve(self, options: Options | None = None, /, **request: Unpack[models.RetrieveFactsRequest]) -> models.RetrieveFactsResponse:
        """Finds the facts that answer a question, best first. Sees the scope's active facts and, with conversation_id, those visible only there."""
        return cast(models.RetrieveFactsResponse, await self._caller.call("/v1/facts/retrieve", dict(request), options))

    async def store(self, options: Options | None = None, /, **request: Unpack[models.StoreFactRequest]) -> models.StoreFactResponse:
        """Stores a fact. The same text in the same scope is the same fact: the answer is the id it already has. A key that the scope knows changes the fact that has it."""
        return cast(models.StoreFactResponse, await self._caller.call("/v1/facts/store", dict(request), options))

    async def get(self, options: Options | None = None, /, **request: Unpack[models.GetFactRequest]) -> models.GetFactResponse:
        """One fact by its id. A deleted one is not-found unless include_deleted."""
        return cast(models.GetFactResponse, await self._caller.call("/v1/facts/get", dict(request), options))

    async def list(self, options: Options | None = None, /, **request: Unpack[models.ListFactsRequest]) -> models.ListFactsResponse:
        """The facts of a scope, newest first."""
        return cast(models.ListFactsResponse, await self._caller.call("/v1/facts/list", dict(request), options))

    async def delete(self, options: Options | None = None, /, **request: Unpack[models.DeleteFactRequest]) -> models.DeleteFactResponse:
        """Deletes softly: the fact is found no more and can be restored. Deleting it again changes nothing."""
        return cast(models.DeleteFactResponse, await self._caller.call("/v1/facts/delete", dict(request), options))

    async def history(self, options: Options | None = None, /, **request: Unpack[models.FactHistoryRequest]) -> models.FactHistoryResponse:
        """Every state a fact has been in, and those of the facts whose place it took, oldest first."""
        return cast(models.FactHistoryResponse, await self._caller.call("/v1/facts/history", dict(request), options))

    async def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreFactRequest]) -> models.RestoreFactResponse:
        """Undoes a deletion or a replacement (the fact that took its place steps back), or releases what is quarantined. Refused with failed-precondition if the same text has been stored again since."""
        return cast(models.RestoreFactResponse, await self._caller.call("/v1/facts/restore", dict(request), options))

    async def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, await self._caller.call("/v1/facts/purge", dict(request), options))

    async def update(self, options: Options | None = None, /, **request: Unpack[models.UpdateFactRequest]) -> models.UpdateFactResponse:
        """Changes what is given of a fact; its id stays. Refused with aborted if its version is not the expected one, and with already-exists if another fact has the text."""
        return cast(models.UpdateFactResponse, await self._caller.call("/v1/facts/update", dict(request), options))

    async def store_many(self, options: Options | None = None, /, **request: Unpack[models.StoreManyFactsRequest]) -> models.StoreManyFactsResponse:
        """Stores up to 1,000 facts at once, as Store does. Each has its own result: one that is refused does not refuse the others."""
        return cast(models.StoreManyFactsResponse, await self._caller.call("/v1/facts/store-many", dict(request), options))

    async def interpret(self, options: Options | None = None, /, **request: Unpack[models.InterpretMessageRequest]) -> models.InterpretMessageResponse:
        """What a message is to the facts, by rules and without a model: a statement, a correction, a request to forget or a question, and what answers it. It changes nothing."""
        return cast(models.InterpretMessageResponse, await self._caller.call("/v1/facts/interpret", dict(request), options))

    async def get_profile(self, options: Options | None = None, /, **request: Unpack[models.GetProfileRequest]) -> models.GetProfileResponse:
        """What is known of the user, by the fields of the scope's profile schema, within 400 tokens: of each field the most confident facts, the newest first."""
        return cast(models.GetProfileResponse, await self._caller.call("/v1/facts/get-profile", dict(request), options))


class AsyncGraph:
    """Graph: everything remembered as nodes and edges, their learned weights, and compaction."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def get(self, options: Options | None = None, /, **request: Unpack[models.GetNodeRequest]) -> models.GetNodeResponse:
        """One node by its id, whatever its status; a deleted one is not-found."""
        return cast(models.GetNodeResponse, await self._caller.call("/v1/graph/get", dict(request), options))

    async def neighbours(self, options: Options | None = None, /, **request: Unpack[models.NeighboursRequest]) -> models.NeighboursResponse:
        """The nodes joined to one, by kind of edge, direction and weight, up to three edges away."""
        return cast(models.NeighboursResponse, await self._caller.call("/v1/graph/neighbours", dict(request), options))

    async def paths(self, options: Options | None = None, /, **request: Unpack[models.PathsRequest]) -> models.PathsResponse:
        """The shortest ways between two nodes: all of one length, and each edge in either direction."""
        return cast(models.PathsResponse, await self._caller.call("/v1/graph/paths", dict(request), options))

    async def find_similar(self, options: Options | None = None, /, **request: Unpack[models.FindSimilarNodesRequest]) -> models.FindSimilarNodesResponse:
        """Finds nodes of any kind like a text or like another node. What only its conversation sees is not among them."""
        return cast(models.FindSimilarNodesResponse, await self._caller.call("/v1/graph/find-similar", dict(request), options))

    async def link(self, options: Options | None = None, /, **request: Unpack[models.LinkRequest]) -> models.LinkResponse:
        """Joins two nodes of a scope, whatever their kinds. Two nodes have one edge of a kind in a direction: again it changes that edge's weight and metadata."""
        return cast(models.LinkResponse, await self._caller.call("/v1/graph/link", dict(request), options))

    async def update_entity_weight(self, options: Options | None = None, /, **request: Unpack[models.UpdateEntityWeightRequest]) -> models.UpdateEntityWeightResponse:
        """Sets the learned weight of a node or an edge."""
        return cast(models.UpdateEntityWeightResponse, await self._caller.call("/v1/graph/update-entity-weight", dict(request), options))

    async def weight_history(self, options: Options | None = None, /, **request: Unpack[models.WeightHistoryRequest]) -> models.WeightHistoryResponse:
        """Every weight a node or edge has had, newest first."""
        return cast(models.WeightHistoryResponse, await self._caller.call("/v1/graph/weight-history", dict(request), options))

    async def rollback_weights(self, options: Options | None = None, /, **request: Unpack[models.RollbackWeightsRequest]) -> models.RollbackWeightsResponse:
        """Sets the weights of a scope back to what they were at a time."""
        return cast(models.RollbackWeightsResponse, await self._caller.call("/v1/graph/rollback-weights", dict(request), options))

    async def feedback(self, options: Options | None = None, /, **request: Unpack[models.FeedbackRequest]) -> models.FeedbackResponse:
        """Says how useful what was recalled has been: what answered a question is found sooner where it is asked again, also in other words. Each item of a receipt counts once for its use and once for its harm."""
        return cast(models.FeedbackResponse, await self._caller.call("/v1/graph/feedback", dict(request), options))

    async def trigger_compaction(self, options: Options | None = None, /, **request: Unpack[models.TriggerCompactionRequest]) -> models.TriggerCompactionResponse:
        """Has a set of nodes summarised into one, which takes their place: they are archived once the summary is stored. Answers a job at once."""
        return cast(models.TriggerCompactionResponse, await self._caller.call("/v1/graph/trigger-compaction", dict(request), options))

    async def create_summary_node(self, options: Options | None = None, /, **request: Unpack[models.CreateSummaryNodeRequest]) -> models.CreateSummaryNodeResponse:
        """Takes the summary that a compaction waits for, and archives what it stands for. For summarising services that are trusted."""
        return cast(models.CreateSummaryNodeResponse, await self._caller.call("/v1/graph/create-summary-node", dict(request), options))

    async def get_job(self, options: Options | None = None, /, **request: Unpack[models.GetJobRequest]) -> models.GetJobResponse:
        """One job, with its result once it is done. A job is found until it expires."""
        return cast(models.GetJobResponse, await self._caller.call("/v1/graph/get-job", dict(request), options))

    async def list_jobs(self, options: Options | None = None, /, **request: Unpack[models.ListJobsRequest]) -> models.ListJobsResponse:
        """The jobs of a scope, newest first."""
        return cast(models.ListJobsResponse, await self._caller.call("/v1/graph/list-jobs", dict(request), options))

    async def cancel_job(self, options: Options | None = None, /, **request: Unpack[models.CancelJobRequest]) -> models.CancelJobResponse:
        """Stops a job that has not ended, before its next slice. One that has ended stays as it is."""
        return cast(models.CancelJobResponse, await self._caller.call("/v1/graph/cancel-job", dict(request), options))

    async def restore(self, options: Options | None = None, /, **request: Unpack[models.RestoreNodeRequest]) -> models.RestoreNodeResponse:
        """Undoes a compaction, of its summary or of any node that it archived: all of these are active again. The service that owns a node restores what was archived otherwise."""
        return cast(models.RestoreNodeResponse, await self._caller.call("/v1/graph/restore", dict(request), options))

    async def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good, in every store, whatever kind it is. Where each service's own Purge erases its own kinds, this one erases all."""
        return cast(models.PurgeResponse, await self._caller.call("/v1/graph/purge", dict(request), options))

    async def get_settings(self, options: Options | None = None, /, **request: Unpack[models.GetSettingsRequest]) -> models.GetSettingsResponse:
        """What was set for a scope, and what holds there after its user's and its conversation's settings."""
        return cast(models.GetSettingsResponse, await self._caller.call("/v1/graph/get-settings", dict(request), options))

    async def update_settings(self, options: Options | None = None, /, **request: Unpack[models.UpdateSettingsRequest]) -> models.UpdateSettingsResponse:
        """Sets what holds for a scope, for all of its user, or for one conversation."""
        return cast(models.UpdateSettingsResponse, await self._caller.call("/v1/graph/update-settings", dict(request), options))

    async def prune(self, options: Options | None = None, /, **request: Unpack[models.PruneRequest]) -> models.PruneResponse:
        """Archives the least relevant facts and episodes of a scope until so many are left, or tells which it would."""
        return cast(models.PruneResponse, await self._caller.call("/v1/graph/prune", dict(request), options))

    async def create_node(self, options: Options | None = None, /, **request: Unpack[models.CreateNodeRequest]) -> models.CreateNodeResponse:
        """Makes a node of a kind that callers make. The same id with the same content changes nothing."""
        return cast(models.CreateNodeResponse, await self._caller.call("/v1/graph/create-node", dict(request), options))

    async def merge_entities(self, options: Options | None = None, /, **request: Unpack[models.MergeEntitiesRequest]) -> models.MergeEntitiesResponse:
        """Makes several entities one: that one has the names and the mentions of the others. SplitEntity undoes it."""
        return cast(models.MergeEntitiesResponse, await self._caller.call("/v1/graph/merge-entities", dict(request), options))

    async def split_entity(self, options: Options | None = None, /, **request: Unpack[models.SplitEntityRequest]) -> models.SplitEntityResponse:
        """Makes an entity of its own of a part of what mentions another, or of one that was merged into it. MergeEntities undoes it."""
        return cast(models.SplitEntityResponse, await self._caller.call("/v1/graph/split-entity", dict(request), options))


class AsyncWorkingMemory:
    """Working memory: the trace of a running invocation, kept within a budget of tokens, and the payloads too large for it."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def append(self, options: Options | None = None, /, **request: Unpack[models.AppendWorkingMemoryRequest]) -> models.AppendWorkingMemoryResponse:
        """Appends to the trace of an invocation. Items that were appended before, by their place, change nothing."""
        return cast(models.AppendWorkingMemoryResponse, await self._caller.call("/v1/working-memory/append", dict(request), options))

    async def assemble(self, options: Options | None = None, /, **request: Unpack[models.AssembleWorkingMemoryRequest]) -> models.AssembleWorkingMemoryResponse:
        """The trace as it goes into the context: never over the budget, the newest steps verbatim, what is critical kept."""
        return cast(models.AssembleWorkingMemoryResponse, await self._caller.call("/v1/working-memory/assemble", dict(request), options))

    async def compress(self, options: Options | None = None, /, **request: Unpack[models.CompressWorkingMemoryRequest]) -> models.CompressWorkingMemoryResponse:
        """Has the older steps of the trace written down as a record, by the model if there is one; the record stands in their place. It works from 80 % of the budget on, so that a caller may ask for it before the trace is over, and need not wait."""
        return cast(models.CompressWorkingMemoryResponse, await self._caller.call("/v1/working-memory/compress", dict(request), options))

    async def discard(self, options: Options | None = None, /, **request: Unpack[models.DiscardWorkingMemoryRequest]) -> models.DiscardWorkingMemoryResponse:
        """Drops the trace of an invocation."""
        return cast(models.DiscardWorkingMemoryResponse, await self._caller.call("/v1/working-memory/discard", dict(request), options))

    async def store_detail(self, options: Options | None = None, /, **request: Unpack[models.StoreDetailRequest]) -> models.StoreDetailResponse:
        """Stores a payload outside the context, whole by content, or in chunks, of which the last answers the placeholder. Of a payload over 64 MB the first and the last 32 MB are stored."""
        return cast(models.StoreDetailResponse, await self._caller.call("/v1/working-memory/store-detail", dict(request), options))

    async def retrieve_detail(self, options: Options | None = None, /, **request: Unpack[models.RetrieveDetailRequest]) -> models.RetrieveDetailResponse:
        """A part of a payload: a page, bytes, lines, the value at a JSON pointer, the lines that match, or the passages that share most with a query."""
        return cast(models.RetrieveDetailResponse, await self._caller.call("/v1/working-memory/retrieve-detail", dict(request), options))

    async def search_details(self, options: Options | None = None, /, **request: Unpack[models.SearchDetailsRequest]) -> models.SearchDetailsResponse:
        """Finds payloads by what they say."""
        return cast(models.SearchDetailsResponse, await self._caller.call("/v1/working-memory/search-details", dict(request), options))

    async def delete_detail(self, options: Options | None = None, /, **request: Unpack[models.DeleteDetailRequest]) -> models.DeleteDetailResponse:
        """Deletes a payload softly."""
        return cast(models.DeleteDetailResponse, await self._caller.call("/v1/working-memory/delete-detail", dict(request), options))

    async def purge(self, options: Options | None = None, /, **request: Unpack[models.PurgeRequest]) -> models.PurgeResponse:
        """Erases for good."""
        return cast(models.PurgeResponse, await self._caller.call("/v1/working-memory/purge", dict(request), options))

    async def expand(self, options: Options | None = None, /, **request: Unpack[models.ExpandWorkingMemoryRequest]) -> models.ExpandWorkingMemoryResponse:
        """Steps that stand in the record, word for word again."""
        return cast(models.ExpandWorkingMemoryResponse, await self._caller.call("/v1/working-memory/expand", dict(request), options))


class Services:
    """A member for each service."""

    def __init__(self, caller: Caller) -> None:
        self.agent = Agent(caller)
        self.conversations = Conversations(caller)
        self.episodes = Episodes(caller)
        self.facts = Facts(caller)
        self.graph = Graph(caller)
        self.working_memory = WorkingMemory(caller)


class AsyncServices:
    """A member for each service."""

    def __init__(self, caller: AsyncCaller) -> None:
        self.agent = AsyncAgent(caller)
        self.conversations = AsyncConversations(caller)
        self.episodes = AsyncEpisodes(caller)
        self.facts = AsyncFacts(caller)
        self.graph = AsyncGraph(caller)
        self.working_memory = AsyncWorkingMemory(caller)
