# Made from the OpenAPI document by "npm run generate".
"""The messages of agent-mem, as JSON has them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

AgentRequest = TypedDict(
    "AgentRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "question": "str",
        "history": "NotRequired[list[AgentStep] | None]",
        "streaming": "NotRequired[bool | None]",
        "state": "NotRequired[str | None]",
        "group": "NotRequired[list[str] | None]",
        "conversation_id": "NotRequired[str | None]",
        "enable_memory": "NotRequired[bool | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "metadata_json": "NotRequired[str | None]",
        "other_conversations": "NotRequired[bool | None]",
        "tools": "NotRequired[list[CallerTool] | None]",
        "may_wait": "NotRequired[bool | None]",
        "model": "NotRequired[str | None]",
    },
)

AgentResponse = TypedDict(
    "AgentResponse",
    {
        "type": "Literal['thought', 'action', 'observation', 'answer', 'error', 'waiting', '']",
        "content": "str",
        "end_of_message": "bool",
        "end_of_dialog": "bool",
        "answer": "str | None",
        "invocation_id": "str | None",
        "conversation_id": "str | None",
        "receipt": "Receipt | None",
        "error": "Error | None",
        "sensitive": "list[SensitiveFinding]",
        "usage": "list[ModelUsage]",
        "waiting": "list[AwaitedCall]",
        "expires_at": "str | None",
        "cut_short": "bool | None",
    },
)

AgentStep = TypedDict(
    "AgentStep",
    {
        "thought": "NotRequired[str | None]",
        "action": "NotRequired[str | None]",
        "arguments": "NotRequired[dict[str, str | None] | None]",
        "observation": "NotRequired[str | None]",
        "success": "NotRequired[bool | None]",
    },
)

AppendMessageRequest = TypedDict(
    "AppendMessageRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "role": "Literal['user', 'assistant', 'system', 'tool']",
        "content": "str",
        "reasoning": "NotRequired[str | None]",
        "timestamp": "NotRequired[str | None]",
        "speaker": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "tool_calls": "NotRequired[list[ToolCallInput] | None]",
        "metadata_json": "NotRequired[str | None]",
    },
)

AppendMessageResponse = TypedDict(
    "AppendMessageResponse",
    {
        "message_id": "str",
        "ordinal": "int",
        "token_count": "int",
        "sensitive": "list[SensitiveFinding]",
    },
)

AppendMessagesRequest = TypedDict(
    "AppendMessagesRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "messages": "list[MessageToAppend]",
        "wait_ms": "NotRequired[int | None]",
    },
)

AppendMessagesResponse = TypedDict(
    "AppendMessagesResponse",
    {
        "messages": "list[AppendedMessage]",
        "learned": "list[LearnedRecord]",
        "changed": "list[LearnedRecord]",
        "refused": "list[LearnedRecord]",
        "pending": "list[str]",
        "usage": "list[ModelUsage]",
        "nothing_learned": "list[NothingLearned]",
    },
)

AppendWorkingMemoryRequest = TypedDict(
    "AppendWorkingMemoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "invocation_id": "str",
        "items": "NotRequired[list[WorkingMemoryItemInput] | None]",
        "position": "NotRequired[int | None]",
        "goal": "NotRequired[str | None]",
        "threshold": "NotRequired[int | None]",
    },
)

AppendWorkingMemoryResponse = TypedDict(
    "AppendWorkingMemoryResponse",
    {
        "item_count": "int",
        "token_count": "int",
        "over_threshold": "bool",
        "sensitive": "list[SensitiveFinding]",
    },
)

AppendedMessage = TypedDict(
    "AppendedMessage",
    {
        "message_id": "str",
        "ordinal": "int",
        "token_count": "int",
        "sensitive": "list[SensitiveFinding]",
    },
)

ArchiveConversationRequest = TypedDict(
    "ArchiveConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
    },
)

ArchiveConversationResponse = TypedDict(
    "ArchiveConversationResponse",
    {
        "success": "bool",
    },
)

AssembleWorkingMemoryRequest = TypedDict(
    "AssembleWorkingMemoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "invocation_id": "str",
        "max_tokens": "NotRequired[int | None]",
        "keep_recent": "NotRequired[int | None]",
        "question": "NotRequired[str | None]",
    },
)

AssembleWorkingMemoryResponse = TypedDict(
    "AssembleWorkingMemoryResponse",
    {
        "items": "list[WorkingMemoryItem]",
        "token_count": "int",
        "full_token_count": "int",
        "compressed": "bool",
        "left_out": "int",
        "disabled": "bool",
        "record": "CompressedTrace | None",
    },
)

AwaitedCall = TypedDict(
    "AwaitedCall",
    {
        "call_id": "str",
        "digest": "str",
        "awaits": "Literal['approval', 'answer', 'result', '']",
        "tool": "str",
        "arguments": "str",
    },
)

BranchConversationRequest = TypedDict(
    "BranchConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "from_message_id": "str",
        "title": "NotRequired[str | None]",
    },
)

BranchConversationResponse = TypedDict(
    "BranchConversationResponse",
    {
        "conversation_id": "str",
        "conversation": "Conversation",
        "sensitive": "list[SensitiveFinding]",
    },
)

BuildContextRequest = TypedDict(
    "BuildContextRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "strategy": "NotRequired[Literal['recent', 'relevant', 'hybrid', '', None]]",
        "query": "NotRequired[str | None]",
        "recent_messages": "NotRequired[int | None]",
        "relevant_messages": "NotRequired[int | None]",
        "max_tokens": "NotRequired[int | None]",
        "include_summary": "NotRequired[bool | None]",
        "other_conversations": "NotRequired[bool | None]",
    },
)

BuildContextResponse = TypedDict(
    "BuildContextResponse",
    {
        "summary": "str | None",
        "recent_messages": "list[Message]",
        "relevant_messages": "list[Message]",
        "message_count": "int",
        "token_count": "int",
        "disabled": "bool",
        "text": "str",
        "receipt": "ReceiptTier",
        "receipt_id": "str",
        "other_messages": "list[Message]",
        "invocations": "list[InvocationSummary]",
        "summary_id": "str | None",
    },
)

CallDecision = TypedDict(
    "CallDecision",
    {
        "call_id": "str",
        "digest": "str",
        "decision": "Literal['approve', 'change', 'refuse', 'answer', 'result']",
        "text": "NotRequired[str | None]",
        "arguments": "NotRequired[str | None]",
        "by": "NotRequired[str | None]",
        "success": "NotRequired[bool | None]",
    },
)

CallerTool = TypedDict(
    "CallerTool",
    {
        "name": "str",
        "description": "NotRequired[str | None]",
        "schema": "NotRequired[str | None]",
    },
)

CancelJobRequest = TypedDict(
    "CancelJobRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "job_id": "str",
    },
)

CancelJobResponse = TypedDict(
    "CancelJobResponse",
    {
        "job": "Job",
    },
)

CancelRequest = TypedDict(
    "CancelRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "id": "str",
    },
)

CancelResponse = TypedDict(
    "CancelResponse",
    {
        "cancelled": "bool",
    },
)

CompressWorkingMemoryRequest = TypedDict(
    "CompressWorkingMemoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "invocation_id": "str",
        "max_tokens": "NotRequired[int | None]",
        "keep_recent": "NotRequired[int | None]",
        "question": "NotRequired[str | None]",
    },
)

CompressWorkingMemoryResponse = TypedDict(
    "CompressWorkingMemoryResponse",
    {
        "token_count": "int",
        "compressed": "bool",
        "method": "str",
        "usage": "list[ModelUsage]",
        "record": "CompressedTrace | None",
    },
)

CompressedError = TypedDict(
    "CompressedError",
    {
        "error": "str",
        "fix": "str",
        "ordinal": "int",
    },
)

CompressedTrace = TypedDict(
    "CompressedTrace",
    {
        "goal": "str",
        "constraints": "list[str]",
        "decisions": "list[str]",
        "open_questions": "list[str]",
        "errors": "list[CompressedError]",
        "identifiers": "list[str]",
        "references": "list[str]",
        "ordinals": "list[int]",
        "text": "str",
        "method": "str",
    },
)

Conversation = TypedDict(
    "Conversation",
    {
        "id": "str",
        "created_at": "str",
        "updated_at": "str",
        "title": "str | None",
        "summary": "str | None",
        "tags": "list[str]",
        "message_count": "int",
        "status": "Literal['active', 'ended', 'archived', '']",
        "metadata": "dict[str, str]",
        "ended_at": "str | None",
        "invocation_count": "int",
        "version": "int",
        "weight": "float | None",
        "score": "float | None",
        "branch_of": "str | None",
        "branched_at": "str | None",
        "merged_into": "str | None",
        "archived_by": "str | None",
        "metadata_json": "str | None",
        "enable_summarization": "bool | None",
        "summarize_every": "int | None",
        "embed_messages": "bool | None",
        "max_context_messages": "int | None",
        "summary_id": "str | None",
        "similarity": "float | None",
        "file_path": "str | None",
    },
)

ConversationHistoryRequest = TypedDict(
    "ConversationHistoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
        "include_tool_calls": "NotRequired[bool | None]",
        "include_reasoning": "NotRequired[bool | None]",
        "newest_first": "NotRequired[bool | None]",
        "include_weights": "NotRequired[bool | None]",
        "before": "NotRequired[str | None]",
        "after": "NotRequired[str | None]",
        "summary_id": "NotRequired[str | None]",
    },
)

ConversationHistoryResponse = TypedDict(
    "ConversationHistoryResponse",
    {
        "messages": "list[Message]",
        "next_cursor": "str | None",
    },
)

ConversationMemory = TypedDict(
    "ConversationMemory",
    {
        "conversation_id": "str",
        "invocations": "list[InvocationSummary]",
        "metadata": "dict[str, str]",
        "branch_of": "str | None",
        "branched_at": "str | None",
        "branches": "list[str]",
        "merged_into": "str | None",
        "title": "str | None",
        "summary": "str | None",
        "summary_id": "str | None",
    },
)

CreateConversationRequest = TypedDict(
    "CreateConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "title": "NotRequired[str | None]",
        "tags": "NotRequired[list[str] | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "metadata_json": "NotRequired[str | None]",
        "enable_summarization": "NotRequired[bool | None]",
        "summarize_every": "NotRequired[int | None]",
        "embed_messages": "NotRequired[bool | None]",
        "max_context_messages": "NotRequired[int | None]",
    },
)

CreateConversationResponse = TypedDict(
    "CreateConversationResponse",
    {
        "conversation_id": "str",
        "conversation": "Conversation",
        "sensitive": "list[SensitiveFinding]",
    },
)

CreateNodeRequest = TypedDict(
    "CreateNodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "kind": "Literal['CodeUnit', 'Entity', 'Error', 'Solution']",
        "content": "NotRequired[str | None]",
        "properties": "NotRequired[str | None]",
        "id": "NotRequired[str | None]",
        "weight": "NotRequired[float | None]",
    },
)

CreateNodeResponse = TypedDict(
    "CreateNodeResponse",
    {
        "node": "Node",
        "sensitive": "list[SensitiveFinding]",
    },
)

CreateSummaryNodeRequest = TypedDict(
    "CreateSummaryNodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "summary_content": "str",
        "original_node_ids": "list[str]",
        "generating_model": "NotRequired[str | None]",
        "job_id": "NotRequired[str | None]",
    },
)

CreateSummaryNodeResponse = TypedDict(
    "CreateSummaryNodeResponse",
    {
        "status": "str",
        "summary_node_id": "str",
        "sensitive": "list[SensitiveFinding]",
    },
)

DeleteConversationRequest = TypedDict(
    "DeleteConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
    },
)

DeleteConversationResponse = TypedDict(
    "DeleteConversationResponse",
    {
        "success": "bool",
    },
)

DeleteDetailRequest = TypedDict(
    "DeleteDetailRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "memory_key": "str",
    },
)

DeleteDetailResponse = TypedDict(
    "DeleteDetailResponse",
    {
        "success": "bool",
    },
)

DeleteEpisodeRequest = TypedDict(
    "DeleteEpisodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "episode_id": "str",
    },
)

DeleteEpisodeResponse = TypedDict(
    "DeleteEpisodeResponse",
    {
        "success": "bool",
    },
)

DeleteFactRequest = TypedDict(
    "DeleteFactRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "fact_id": "str",
    },
)

DeleteFactResponse = TypedDict(
    "DeleteFactResponse",
    {
        "success": "bool",
    },
)

Detail = TypedDict(
    "Detail",
    {
        "id": "str",
        "memory_key": "str",
        "memory_type": "str",
        "description": "str",
        "content_type": "str",
        "size_bytes": "float",
        "sha256": "str",
        "created_at": "str",
        "conversation_id": "str | None",
        "metadata": "dict[str, str]",
        "score": "float | None",
        "weight": "float | None",
        "agent_id": "str | None",
        "invocation_id": "str | None",
        "source_command": "str | None",
        "missing_bytes": "float | None",
        "rests_on": "list[str]",
    },
)

DiffConversationsRequest = TypedDict(
    "DiffConversationsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "other_conversation_id": "str",
    },
)

DiffConversationsResponse = TypedDict(
    "DiffConversationsResponse",
    {
        "common_message_id": "str | None",
        "only_in_conversation": "list[Message]",
        "only_in_other": "list[Message]",
        "left_out": "int",
    },
)

DiscardWorkingMemoryRequest = TypedDict(
    "DiscardWorkingMemoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "invocation_id": "str",
    },
)

DiscardWorkingMemoryResponse = TypedDict(
    "DiscardWorkingMemoryResponse",
    {
        "success": "bool",
    },
)

Edge = TypedDict(
    "Edge",
    {
        "id": "str",
        "kind": "str",
        "from": "str",
        "to": "str",
        "version": "int",
        "created_at": "str",
        "metadata": "dict[str, str]",
        "weight": "float | None",
    },
)

EndConversationRequest = TypedDict(
    "EndConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
    },
)

EndConversationResponse = TypedDict(
    "EndConversationResponse",
    {
        "success": "bool",
    },
)

Episode = TypedDict(
    "Episode",
    {
        "id": "str",
        "goal": "str",
        "steps": "list[str]",
        "outcome": "str",
        "lessons": "str",
        "timestamp": "str",
        "embedding": "list[float]",
        "metadata": "dict[str, str]",
        "success": "bool | None",
        "status": "Literal['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED', '']",
        "conversation_id": "str | None",
        "invocation_id": "str | None",
        "trust": "Literal['user', 'tool', 'agent', 'import', '']",
        "received_at": "str",
        "version": "int",
        "weight": "float | None",
        "score": "float | None",
        "scores": "dict[str, float]",
        "quarantine_reason": "str | None",
        "tags": "list[str]",
        "key": "str | None",
        "metadata_json": "str | None",
        "outcome_status": "Literal['unknown', 'succeeded', 'failed', '', None]",
        "outcome_reason": "str | None",
        "outcome_by": "Literal['ending', 'message', 'tool', 'feedback', '', None]",
    },
)

EpisodeHistoryRequest = TypedDict(
    "EpisodeHistoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "episode_id": "str",
    },
)

EpisodeHistoryResponse = TypedDict(
    "EpisodeHistoryResponse",
    {
        "versions": "list[EpisodeVersion]",
    },
)

EpisodeVersion = TypedDict(
    "EpisodeVersion",
    {
        "version": "int",
        "change": "str",
        "changed_at": "str",
        "episode": "Episode",
    },
)

Error = TypedDict(
    "Error",
    {
        "type": "str",
        "message": "str",
        "retryable": "bool",
        "subtype": "str | None",
    },
)

ErrorSolutionPair = TypedDict(
    "ErrorSolutionPair",
    {
        "error_id": "str",
        "error": "str",
        "solution_id": "str",
        "solution": "str",
        "weight": "float",
        "helped": "int",
        "failed": "int",
        "score": "float",
        "why": "str | None",
        "edge_id": "str",
    },
)

Evidence = TypedDict(
    "Evidence",
    {
        "message_id": "str",
        "invocation_id": "str",
        "quote": "str",
    },
)

EvidenceInput = TypedDict(
    "EvidenceInput",
    {
        "message_id": "NotRequired[str | None]",
        "invocation_id": "NotRequired[str | None]",
        "quote": "NotRequired[str | None]",
    },
)

ExpandWorkingMemoryRequest = TypedDict(
    "ExpandWorkingMemoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "invocation_id": "str",
        "ordinals": "NotRequired[list[int] | None]",
        "max_tokens": "NotRequired[int | None]",
    },
)

ExpandWorkingMemoryResponse = TypedDict(
    "ExpandWorkingMemoryResponse",
    {
        "items": "list[WorkingMemoryItem]",
        "token_count": "int",
        "disabled": "bool",
    },
)

ExportConversationRequest = TypedDict(
    "ExportConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "cursor": "NotRequired[str | None]",
    },
)

ExportConversationResponse = TypedDict(
    "ExportConversationResponse",
    {
        "chunk": "str",
        "next_cursor": "str | None",
    },
)

Fact = TypedDict(
    "Fact",
    {
        "id": "str",
        "content": "str",
        "source": "str",
        "timestamp": "str",
        "embedding": "list[float]",
        "metadata": "dict[str, str]",
        "confidence": "float",
        "status": "Literal['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED', '']",
        "visibility": "Literal['scope', 'conversation', '']",
        "conversation_id": "str | None",
        "trust": "Literal['user', 'tool', 'agent', 'import', '']",
        "subject": "str | None",
        "predicate": "str | None",
        "object": "str | None",
        "valid_from": "str | None",
        "valid_to": "str | None",
        "replaced_by": "str | None",
        "evidence": "Evidence | None",
        "received_at": "str",
        "version": "int",
        "weight": "float | None",
        "score": "float | None",
        "scores": "dict[str, float]",
        "unreconciled": "bool",
        "quarantine_reason": "str | None",
        "tags": "list[str]",
        "key": "str | None",
        "metadata_json": "str | None",
    },
)

FactHistoryRequest = TypedDict(
    "FactHistoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "fact_id": "str",
    },
)

FactHistoryResponse = TypedDict(
    "FactHistoryResponse",
    {
        "versions": "list[FactVersion]",
    },
)

FactToStore = TypedDict(
    "FactToStore",
    {
        "content": "NotRequired[str | None]",
        "source": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "timestamp": "NotRequired[str | None]",
        "confidence": "NotRequired[float | None]",
        "visibility": "NotRequired[Literal['scope', 'conversation', '', None]]",
        "conversation_id": "NotRequired[str | None]",
        "trust": "NotRequired[Literal['user', 'tool', 'agent', 'import', '', None]]",
        "subject": "NotRequired[str | None]",
        "predicate": "NotRequired[str | None]",
        "object": "NotRequired[str | None]",
        "valid_from": "NotRequired[str | None]",
        "valid_to": "NotRequired[str | None]",
        "evidence": "NotRequired[EvidenceInput | None]",
        "embedding": "NotRequired[list[float] | None]",
        "embedder": "NotRequired[str | None]",
        "tags": "NotRequired[list[str] | None]",
        "key": "NotRequired[str | None]",
        "metadata_json": "NotRequired[str | None]",
    },
)

FactVersion = TypedDict(
    "FactVersion",
    {
        "version": "int",
        "change": "str",
        "changed_at": "str",
        "fact": "Fact",
    },
)

FeedbackRequest = TypedDict(
    "FeedbackRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "receipt_id": "str",
        "reward": "float",
        "ids": "NotRequired[list[str] | None]",
    },
)

FeedbackResponse = TypedDict(
    "FeedbackResponse",
    {
        "changed": "int",
    },
)

Filter = TypedDict(
    "Filter",
    {
        "metadata": "NotRequired[list[MetadataCondition] | None]",
        "tags_any": "NotRequired[list[str] | None]",
        "tags_all": "NotRequired[list[str] | None]",
    },
)

FindSimilarConversationsRequest = TypedDict(
    "FindSimilarConversationsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "query": "str",
        "limit": "NotRequired[int | None]",
        "score_threshold": "NotRequired[float | None]",
    },
)

FindSimilarConversationsResponse = TypedDict(
    "FindSimilarConversationsResponse",
    {
        "conversations": "list[Conversation]",
        "disabled": "bool",
    },
)

FindSimilarNodesRequest = TypedDict(
    "FindSimilarNodesRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "query": "NotRequired[str | None]",
        "id": "NotRequired[str | None]",
        "kinds": "NotRequired[list[str] | None]",
        "top_k": "NotRequired[int | None]",
        "min_weight": "NotRequired[float | None]",
        "sort_by": "NotRequired[Literal['score', 'created_at', 'weight_desc', 'weight_asc', '', None]]",
        "include_weights": "NotRequired[bool | None]",
        "max_weight": "NotRequired[float | None]",
        "score_threshold": "NotRequired[float | None]",
    },
)

FindSimilarNodesResponse = TypedDict(
    "FindSimilarNodesResponse",
    {
        "nodes": "list[Node]",
        "disabled": "bool",
    },
)

ForkRequest = TypedDict(
    "ForkRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "invocation_id": "str",
        "step": "NotRequired[int | None]",
        "question": "NotRequired[str | None]",
        "model": "NotRequired[str | None]",
        "result": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "streaming": "NotRequired[bool | None]",
        "may_wait": "NotRequired[bool | None]",
    },
)

GetConversationMemoryRequest = TypedDict(
    "GetConversationMemoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "limit": "NotRequired[int | None]",
    },
)

GetConversationMemoryResponse = TypedDict(
    "GetConversationMemoryResponse",
    {
        "conversation": "ConversationMemory",
        "disabled": "bool",
    },
)

GetEpisodeRequest = TypedDict(
    "GetEpisodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "episode_id": "str",
        "include_deleted": "NotRequired[bool | None]",
        "include_embedding": "NotRequired[bool | None]",
        "include_weights": "NotRequired[bool | None]",
    },
)

GetEpisodeResponse = TypedDict(
    "GetEpisodeResponse",
    {
        "episode": "Episode",
    },
)

GetFactRequest = TypedDict(
    "GetFactRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "fact_id": "str",
        "include_deleted": "NotRequired[bool | None]",
        "include_embedding": "NotRequired[bool | None]",
        "include_weights": "NotRequired[bool | None]",
    },
)

GetFactResponse = TypedDict(
    "GetFactResponse",
    {
        "fact": "Fact",
    },
)

GetJobRequest = TypedDict(
    "GetJobRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "job_id": "str",
    },
)

GetJobResponse = TypedDict(
    "GetJobResponse",
    {
        "job": "Job",
    },
)

GetNodeRequest = TypedDict(
    "GetNodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "id": "str",
        "include_weights": "NotRequired[bool | None]",
    },
)

GetNodeResponse = TypedDict(
    "GetNodeResponse",
    {
        "node": "Node",
    },
)

GetProfileRequest = TypedDict(
    "GetProfileRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "max_tokens": "NotRequired[int | None]",
        "without_history": "NotRequired[bool | None]",
    },
)

GetProfileResponse = TypedDict(
    "GetProfileResponse",
    {
        "fields": "list[ProfileField]",
        "text": "str",
        "receipt": "ReceiptTier",
        "disabled": "bool",
    },
)

GetReceiptRequest = TypedDict(
    "GetReceiptRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "receipt_id": "str",
    },
)

GetReceiptResponse = TypedDict(
    "GetReceiptResponse",
    {
        "receipt": "Receipt",
    },
)

GetSettingsRequest = TypedDict(
    "GetSettingsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
    },
)

GetSettingsResponse = TypedDict(
    "GetSettingsResponse",
    {
        "of_user": "Settings",
        "of_scope": "Settings",
        "of_conversation": "Settings | None",
        "effective": "Settings",
        "learning": "LearningState",
    },
)

ImportConversationRequest = TypedDict(
    "ImportConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "import_id": "str",
        "sequence": "NotRequired[int | None]",
        "chunk": "NotRequired[str | None]",
        "end": "NotRequired[bool | None]",
    },
)

ImportConversationResponse = TypedDict(
    "ImportConversationResponse",
    {
        "conversation_id": "str | None",
        "sensitive": "list[SensitiveFinding]",
        "received": "int",
        "known": "bool",
    },
)

InsightsRequest = TypedDict(
    "InsightsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "items": "NotRequired[list[str] | None]",
        "task": "NotRequired[str | None]",
        "output_schema": "NotRequired[str | None]",
        "conversation_ids": "NotRequired[list[str] | None]",
    },
)

InsightsResponse = TypedDict(
    "InsightsResponse",
    {
        "main_topic": "str",
        "key_findings": "list[str]",
        "action_items": "list[str]",
        "job_id": "str | None",
        "insight_id": "str | None",
        "results": "str | None",
        "by": "str",
        "model_away": "bool",
        "usage": "list[ModelUsage]",
        "sensitive": "list[SensitiveFinding]",
    },
)

InterpretMessageRequest = TypedDict(
    "InterpretMessageRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "message": "str",
        "conversation_id": "NotRequired[str | None]",
        "previous": "NotRequired[str | None]",
    },
)

InterpretMessageResponse = TypedDict(
    "InterpretMessageResponse",
    {
        "act": "Literal['statement', 'correction', 'forget', 'question', 'none', '']",
        "facts": "list[Fact]",
        "content": "str",
        "answer": "str",
        "disabled": "bool",
        "not_learned": "str",
        "withheld": "list[str]",
        "parts": "list[PartToForget]",
    },
)

InvocationSummary = TypedDict(
    "InvocationSummary",
    {
        "query": "str",
        "summary": "str",
        "result": "str",
        "timestamp": "str",
        "invocation_id": "str | None",
    },
)

InvocationSummaryInput = TypedDict(
    "InvocationSummaryInput",
    {
        "query": "str",
        "summary": "NotRequired[str | None]",
        "result": "NotRequired[str | None]",
        "timestamp": "NotRequired[str | None]",
        "invocation_id": "NotRequired[str | None]",
    },
)

Job = TypedDict(
    "Job",
    {
        "id": "str",
        "kind": "str",
        "status": "Literal['queued', 'running', 'done', 'failed', 'cancelled', '']",
        "created_at": "str",
        "updated_at": "str",
        "progress": "float",
        "error": "str | None",
        "result": "dict[str, str]",
        "subject": "str | None",
    },
)

LearnedRecord = TypedDict(
    "LearnedRecord",
    {
        "kind": "str",
        "id": "str",
        "content": "str",
        "message_id": "str",
        "reason": "str | None",
    },
)

LearningState = TypedDict(
    "LearningState",
    {
        "waiting": "int",
        "tokens_today": "float",
        "tokens_per_day": "int",
        "tokens_today_in_all": "float",
        "tokens_per_day_in_all": "int",
        "tokens_spent": "bool",
    },
)

LeftOutItem = TypedDict(
    "LeftOutItem",
    {
        "id": "str",
        "reason": "str",
    },
)

LinkRequest = TypedDict(
    "LinkRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "from": "str",
        "to": "str",
        "kind": "str",
        "weight": "NotRequired[float | None]",
        "metadata": "NotRequired[dict[str, str | None] | None]",
    },
)

LinkResponse = TypedDict(
    "LinkResponse",
    {
        "edge": "Edge",
        "sensitive": "list[SensitiveFinding]",
    },
)

ListConversationsRequest = TypedDict(
    "ListConversationsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
        "statuses": "NotRequired[list[Literal['active', 'ended', 'archived']] | None]",
        "tags": "NotRequired[list[str] | None]",
        "include_weights": "NotRequired[bool | None]",
        "status": "NotRequired[Literal['active', 'ended', 'archived', '', None]]",
        "match_all_tags": "NotRequired[bool | None]",
    },
)

ListConversationsResponse = TypedDict(
    "ListConversationsResponse",
    {
        "conversations": "list[Conversation]",
        "next_cursor": "str | None",
    },
)

ListEpisodesRequest = TypedDict(
    "ListEpisodesRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
        "statuses": "NotRequired[list[Literal['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED']] | None]",
        "conversation_id": "NotRequired[str | None]",
        "include_weights": "NotRequired[bool | None]",
        "filter": "NotRequired[Filter | None]",
        "sort_by": "NotRequired[Literal['created_at', 'weight_desc', 'weight_asc', '', None]]",
        "min_weight": "NotRequired[float | None]",
        "max_weight": "NotRequired[float | None]",
    },
)

ListEpisodesResponse = TypedDict(
    "ListEpisodesResponse",
    {
        "episodes": "list[Episode]",
        "next_cursor": "str | None",
    },
)

ListFactsRequest = TypedDict(
    "ListFactsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
        "statuses": "NotRequired[list[Literal['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED']] | None]",
        "conversation_id": "NotRequired[str | None]",
        "include_weights": "NotRequired[bool | None]",
        "as_of": "NotRequired[str | None]",
        "filter": "NotRequired[Filter | None]",
        "sort_by": "NotRequired[Literal['created_at', 'weight_desc', 'weight_asc', '', None]]",
        "min_weight": "NotRequired[float | None]",
        "max_weight": "NotRequired[float | None]",
        "stated_in": "NotRequired[list[str] | None]",
        "learned_from": "NotRequired[list[str] | None]",
    },
)

ListFactsResponse = TypedDict(
    "ListFactsResponse",
    {
        "facts": "list[Fact]",
        "next_cursor": "str | None",
    },
)

ListJobsRequest = TypedDict(
    "ListJobsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
        "statuses": "NotRequired[list[Literal['queued', 'running', 'done', 'failed', 'cancelled']] | None]",
        "kind": "NotRequired[str | None]",
        "subject": "NotRequired[str | None]",
    },
)

ListJobsResponse = TypedDict(
    "ListJobsResponse",
    {
        "jobs": "list[Job]",
        "next_cursor": "str | None",
    },
)

ListToolCallsRequest = TypedDict(
    "ListToolCallsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "tool_name": "NotRequired[str | None]",
        "success": "NotRequired[bool | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
        "include_weights": "NotRequired[bool | None]",
    },
)

ListToolCallsResponse = TypedDict(
    "ListToolCallsResponse",
    {
        "tool_calls": "list[ToolCall]",
        "next_cursor": "str | None",
    },
)

ListWaitingRequest = TypedDict(
    "ListWaitingRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
    },
)

ListWaitingResponse = TypedDict(
    "ListWaitingResponse",
    {
        "runs": "list[WaitingRun]",
        "next_cursor": "str | None",
    },
)

MergeConversationRequest = TypedDict(
    "MergeConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "branch_id": "str",
    },
)

MergeConversationResponse = TypedDict(
    "MergeConversationResponse",
    {
        "message_count": "int",
        "conversation": "Conversation",
    },
)

MergeEntitiesRequest = TypedDict(
    "MergeEntitiesRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "into_id": "str",
        "ids": "list[str]",
    },
)

MergeEntitiesResponse = TypedDict(
    "MergeEntitiesResponse",
    {
        "node": "Node",
        "merged": "list[Node]",
    },
)

Message = TypedDict(
    "Message",
    {
        "id": "str",
        "conversation_id": "str",
        "role": "Literal['user', 'assistant', 'system', 'tool', '']",
        "content": "str",
        "reasoning": "str | None",
        "timestamp": "str",
        "received_at": "str",
        "token_count": "int",
        "ordinal": "int",
        "speaker": "str | None",
        "metadata": "dict[str, str]",
        "status": "str",
        "tool_calls": "list[ToolCall]",
        "weight": "float | None",
        "score": "float | None",
        "scores": "dict[str, float]",
        "metadata_json": "str | None",
    },
)

MessageToAppend = TypedDict(
    "MessageToAppend",
    {
        "role": "Literal['user', 'assistant', 'system', 'tool']",
        "content": "str",
        "reasoning": "NotRequired[str | None]",
        "timestamp": "NotRequired[str | None]",
        "speaker": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "tool_calls": "NotRequired[list[ToolCallInput] | None]",
        "metadata_json": "NotRequired[str | None]",
    },
)

MetadataCondition = TypedDict(
    "MetadataCondition",
    {
        "key": "str",
        "equals": "NotRequired[str | float | bool | None]",
        "in": "NotRequired[list[str | float | bool] | None]",
        "exists": "NotRequired[bool | None]",
        "less_than": "NotRequired[str | float | bool | None]",
        "greater_than": "NotRequired[str | float | bool | None]",
    },
)

ModelUsage = TypedDict(
    "ModelUsage",
    {
        "model": "str",
        "calls": "int",
        "tokens_in": "int",
        "tokens_out": "int",
        "estimated": "bool",
    },
)

Neighbour = TypedDict(
    "Neighbour",
    {
        "edge": "Edge",
        "node": "Node",
        "depth": "int",
    },
)

NeighboursRequest = TypedDict(
    "NeighboursRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "id": "str",
        "kinds": "NotRequired[list[str] | None]",
        "direction": "NotRequired[Literal['out', 'in', 'both', '', None]]",
        "min_weight": "NotRequired[float | None]",
        "sort_by": "NotRequired[Literal['created_at', 'weight_desc', 'weight_asc', 'score', '', None]]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
        "include_weights": "NotRequired[bool | None]",
        "include_archived": "NotRequired[bool | None]",
        "max_weight": "NotRequired[float | None]",
        "depth": "NotRequired[int | None]",
    },
)

NeighboursResponse = TypedDict(
    "NeighboursResponse",
    {
        "neighbours": "list[Neighbour]",
        "next_cursor": "str | None",
    },
)

Node = TypedDict(
    "Node",
    {
        "id": "str",
        "kind": "str",
        "status": "str",
        "version": "int",
        "created_at": "str",
        "updated_at": "str",
        "valid_from": "str | None",
        "valid_to": "str | None",
        "content": "str",
        "metadata": "dict[str, str]",
        "weight": "float | None",
        "score": "float | None",
        "properties": "str | None",
        "archived_by": "str | None",
    },
)

NothingLearned = TypedDict(
    "NothingLearned",
    {
        "message_id": "str",
        "kind": "str",
        "reason": "str",
    },
)

PartToForget = TypedDict(
    "PartToForget",
    {
        "fact_id": "str",
        "forgotten": "str",
        "remaining": "str",
    },
)

Path = TypedDict(
    "Path",
    {
        "nodes": "list[Node]",
        "edges": "list[Edge]",
    },
)

PathsRequest = TypedDict(
    "PathsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "from": "str",
        "to": "str",
        "kinds": "NotRequired[list[str] | None]",
        "max_length": "NotRequired[int | None]",
        "limit": "NotRequired[int | None]",
        "include_weights": "NotRequired[bool | None]",
    },
)

PathsResponse = TypedDict(
    "PathsResponse",
    {
        "paths": "list[Path]",
    },
)

ProfileEntry = TypedDict(
    "ProfileEntry",
    {
        "fact": "Fact",
        "by": "Literal['rules', 'model', '']",
        "history": "list[Fact]",
        "conversation_id": "str | None",
        "message_id": "str | None",
    },
)

ProfileField = TypedDict(
    "ProfileField",
    {
        "name": "str",
        "description": "str",
        "entries": "list[ProfileEntry]",
    },
)

PruneRequest = TypedDict(
    "PruneRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "dry_run": "NotRequired[bool | None]",
        "keep_facts": "NotRequired[int | None]",
        "keep_episodes": "NotRequired[int | None]",
    },
)

PruneResponse = TypedDict(
    "PruneResponse",
    {
        "pruned": "list[Pruned]",
        "kept": "int",
        "dry_run": "bool",
        "job_id": "str | None",
    },
)

Pruned = TypedDict(
    "Pruned",
    {
        "id": "str",
        "kind": "str",
        "relevance": "float",
    },
)

PurgeCertificate = TypedDict(
    "PurgeCertificate",
    {
        "id": "str",
        "workspace": "str",
        "user": "str",
        "collection": "str",
        "target": "str",
        "target_id": "str | None",
        "erased_at": "str",
        "counts": "dict[str, int]",
        "broker_until": "str | None",
        "sha256": "str",
    },
)

PurgeRequest = TypedDict(
    "PurgeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "id": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "everything": "NotRequired[bool | None]",
        "all_collections": "NotRequired[bool | None]",
    },
)

PurgeResponse = TypedDict(
    "PurgeResponse",
    {
        "erased": "int",
        "certificate": "PurgeCertificate",
        "job_id": "str | None",
    },
)

RecallRequest = TypedDict(
    "RecallRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "query": "str",
        "conversation_id": "NotRequired[str | None]",
        "max_tokens": "NotRequired[int | None]",
        "top_k": "NotRequired[int | None]",
        "format": "NotRequired[Literal['tiers', 'roles', '', None]]",
        "other_conversations": "NotRequired[bool | None]",
        "shown": "NotRequired[list[str] | None]",
    },
)

RecallResponse = TypedDict(
    "RecallResponse",
    {
        "text": "str",
        "receipt": "Receipt",
    },
)

Receipt = TypedDict(
    "Receipt",
    {
        "id": "str",
        "tiers": "ReceiptTiers",
        "tokens": "int",
        "ms": "float",
        "created_at": "str | None",
        "operation": "str | None",
        "query": "str | None",
    },
)

ReceiptItem = TypedDict(
    "ReceiptItem",
    {
        "id": "str",
        "score": "float",
        "tokens": "int",
    },
)

ReceiptTier = TypedDict(
    "ReceiptTier",
    {
        "items": "list[ReceiptItem]",
        "tokens": "int",
        "ms": "float",
        "left_out": "int",
        "degraded": "list[str]",
        "error": "str | None",
        "stages_ms": "dict[str, float]",
        "best_score": "float | None",
        "disabled": "bool",
        "left_out_items": "list[LeftOutItem]",
    },
)

ReceiptTiers = TypedDict(
    "ReceiptTiers",
    {
        "facts": "ReceiptTier",
        "episodes": "ReceiptTier",
        "conversation": "ReceiptTier",
        "working_memory": "ReceiptTier",
        "profile": "ReceiptTier | None",
    },
)

ReferencesRequest = TypedDict(
    "ReferencesRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "reference": "NotRequired[str | None]",
        "message_ids": "NotRequired[list[str] | None]",
        "file": "NotRequired[str | None]",
        "symbol": "NotRequired[str | None]",
        "start_line": "NotRequired[int | None]",
        "end_line": "NotRequired[int | None]",
        "commit": "NotRequired[str | None]",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
    },
)

ReferencesResponse = TypedDict(
    "ReferencesResponse",
    {
        "conversations": "list[Conversation]",
        "message_ids": "list[str]",
        "sensitive": "list[SensitiveFinding]",
        "code_unit_id": "str | None",
        "next_cursor": "str | None",
    },
)

RestoreConversationRequest = TypedDict(
    "RestoreConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "id": "str",
    },
)

RestoreConversationResponse = TypedDict(
    "RestoreConversationResponse",
    {
        "conversation": "Conversation",
        "message": "Message | None",
        "message_count": "int",
    },
)

RestoreEpisodeRequest = TypedDict(
    "RestoreEpisodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "episode_id": "str",
    },
)

RestoreEpisodeResponse = TypedDict(
    "RestoreEpisodeResponse",
    {
        "episode": "Episode",
    },
)

RestoreFactRequest = TypedDict(
    "RestoreFactRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "fact_id": "str",
        "version": "NotRequired[int | None]",
    },
)

RestoreFactResponse = TypedDict(
    "RestoreFactResponse",
    {
        "fact": "Fact",
    },
)

RestoreNodeRequest = TypedDict(
    "RestoreNodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "id": "str",
    },
)

RestoreNodeResponse = TypedDict(
    "RestoreNodeResponse",
    {
        "node": "Node",
        "restored_ids": "list[str]",
    },
)

ResumeRequest = TypedDict(
    "ResumeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "invocation_id": "str",
        "decisions": "NotRequired[list[CallDecision] | None]",
    },
)

RetrieveDetailRequest = TypedDict(
    "RetrieveDetailRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "memory_key": "NotRequired[str | None]",
        "offset": "NotRequired[float | None]",
        "max_bytes": "NotRequired[int | None]",
        "line": "NotRequired[int | None]",
        "lines": "NotRequired[int | None]",
        "json_pointer": "NotRequired[str | None]",
        "grep": "NotRequired[str | None]",
        "encoding": "NotRequired[Literal['text', 'base64', '', None]]",
        "id": "NotRequired[str | None]",
        "page": "NotRequired[int | None]",
        "page_size": "NotRequired[int | None]",
        "pattern": "NotRequired[str | None]",
        "context_lines": "NotRequired[int | None]",
        "query": "NotRequired[str | None]",
        "max_tokens": "NotRequired[int | None]",
    },
)

RetrieveDetailResponse = TypedDict(
    "RetrieveDetailResponse",
    {
        "detail": "Detail",
        "content": "str",
        "next_offset": "float | None",
        "next_page": "int | None",
        "next_line": "int | None",
        "total_pages": "int | None",
        "how_to_go_on": "str | None",
    },
)

RetrieveEpisodesRequest = TypedDict(
    "RetrieveEpisodesRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "query": "NotRequired[str | None]",
        "state": "NotRequired[str | None]",
        "embedding": "NotRequired[list[float] | None]",
        "embedder": "NotRequired[str | None]",
        "top_k": "NotRequired[int | None]",
        "score_threshold": "NotRequired[float | None]",
        "explain": "NotRequired[bool | None]",
        "include_embedding": "NotRequired[bool | None]",
        "include_weights": "NotRequired[bool | None]",
        "preset": "NotRequired[str | None]",
        "parameters": "NotRequired[dict[str, float | None] | None]",
        "error": "NotRequired[str | None]",
        "filter": "NotRequired[Filter | None]",
        "sort_by": "NotRequired[Literal['score', 'weight_desc', 'weight_asc', 'created_at', '', None]]",
        "min_weight": "NotRequired[float | None]",
        "max_weight": "NotRequired[float | None]",
    },
)

RetrieveEpisodesResponse = TypedDict(
    "RetrieveEpisodesResponse",
    {
        "episodes": "list[Episode]",
        "receipt": "ReceiptTier",
        "solutions": "list[ErrorSolutionPair]",
        "receipt_id": "str",
    },
)

RetrieveFactsRequest = TypedDict(
    "RetrieveFactsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "query": "NotRequired[str | None]",
        "embedding": "NotRequired[list[float] | None]",
        "embedder": "NotRequired[str | None]",
        "top_k": "NotRequired[int | None]",
        "conversation_id": "NotRequired[str | None]",
        "score_threshold": "NotRequired[float | None]",
        "explain": "NotRequired[bool | None]",
        "include_embedding": "NotRequired[bool | None]",
        "include_weights": "NotRequired[bool | None]",
        "as_of": "NotRequired[str | None]",
        "preset": "NotRequired[str | None]",
        "parameters": "NotRequired[dict[str, float | None] | None]",
        "filter": "NotRequired[Filter | None]",
        "sort_by": "NotRequired[Literal['score', 'weight_desc', 'weight_asc', 'created_at', '', None]]",
        "min_weight": "NotRequired[float | None]",
        "max_weight": "NotRequired[float | None]",
    },
)

RetrieveFactsResponse = TypedDict(
    "RetrieveFactsResponse",
    {
        "facts": "list[Fact]",
        "receipt": "ReceiptTier",
        "receipt_id": "str",
    },
)

RollbackWeightsRequest = TypedDict(
    "RollbackWeightsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "to": "str",
    },
)

RollbackWeightsResponse = TypedDict(
    "RollbackWeightsResponse",
    {
        "changed": "int",
    },
)

SearchDetailsRequest = TypedDict(
    "SearchDetailsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "query": "str",
        "conversation_id": "NotRequired[str | None]",
        "top_k": "NotRequired[int | None]",
        "thread_id": "NotRequired[str | None]",
        "agent_id": "NotRequired[str | None]",
        "type": "NotRequired[str | None]",
    },
)

SearchDetailsResponse = TypedDict(
    "SearchDetailsResponse",
    {
        "details": "list[Detail]",
        "disabled": "bool",
    },
)

SearchMessagesRequest = TypedDict(
    "SearchMessagesRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "query": "NotRequired[str | None]",
        "embedding": "NotRequired[list[float] | None]",
        "embedder": "NotRequired[str | None]",
        "top_k": "NotRequired[int | None]",
        "conversation_id": "NotRequired[str | None]",
        "roles": "NotRequired[list[Literal['user', 'assistant', 'system', 'tool']] | None]",
        "score_threshold": "NotRequired[float | None]",
        "explain": "NotRequired[bool | None]",
        "include_weights": "NotRequired[bool | None]",
        "preset": "NotRequired[str | None]",
        "parameters": "NotRequired[dict[str, float | None] | None]",
        "limit": "NotRequired[int | None]",
    },
)

SearchMessagesResponse = TypedDict(
    "SearchMessagesResponse",
    {
        "messages": "list[Message]",
        "receipt": "ReceiptTier",
        "receipt_id": "str",
    },
)

SensitiveFinding = TypedDict(
    "SensitiveFinding",
    {
        "kind": "str",
        "count": "int",
        "action": "str",
    },
)

SetEpisodeOutcomeRequest = TypedDict(
    "SetEpisodeOutcomeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "episode_id": "str",
        "outcome": "Literal['unknown', 'succeeded', 'failed']",
        "reason": "NotRequired[str | None]",
    },
)

SetEpisodeOutcomeResponse = TypedDict(
    "SetEpisodeOutcomeResponse",
    {
        "episode": "Episode",
        "sensitive": "list[SensitiveFinding]",
    },
)

Settings = TypedDict(
    "Settings",
    {
        "memory": "Literal['on', 'off', '', None]",
        "sensitive_data": "Literal['allow', 'redact', 'refuse', '', None]",
        "personal_data": "Literal['allow', 'redact', 'refuse', '', None]",
        "learning_instructions": "str | None",
        "keep_categories": "list[str]",
        "never_categories": "list[str]",
        "profile_schema": "str | None",
        "learn_tokens_per_day": "int | None",
    },
)

SettingsInput = TypedDict(
    "SettingsInput",
    {
        "memory": "NotRequired[Literal['on', 'off', '', None]]",
        "sensitive_data": "NotRequired[Literal['allow', 'redact', 'refuse', '', None]]",
        "personal_data": "NotRequired[Literal['allow', 'redact', 'refuse', '', None]]",
        "learning_instructions": "NotRequired[str | None]",
        "keep_categories": "NotRequired[list[str] | None]",
        "never_categories": "NotRequired[list[str] | None]",
        "profile_schema": "NotRequired[str | None]",
        "learn_tokens_per_day": "NotRequired[int | None]",
    },
)

SplitEntityRequest = TypedDict(
    "SplitEntityRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "id": "str",
        "name": "str",
        "mention_ids": "NotRequired[list[str] | None]",
    },
)

SplitEntityResponse = TypedDict(
    "SplitEntityResponse",
    {
        "node": "Node",
        "from": "Node",
        "sensitive": "list[SensitiveFinding]",
    },
)

StoreDetailRequest = TypedDict(
    "StoreDetailRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "upload_id": "NotRequired[str | None]",
        "sequence": "NotRequired[int | None]",
        "chunk": "NotRequired[str | None]",
        "encoding": "NotRequired[Literal['text', 'base64', '', None]]",
        "end": "NotRequired[bool | None]",
        "memory_key": "NotRequired[str | None]",
        "description": "NotRequired[str | None]",
        "memory_type": "NotRequired[str | None]",
        "content_type": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "invocation_id": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, str | None] | None]",
        "content": "NotRequired[str | None]",
        "type": "NotRequired[str | None]",
        "agent_id": "NotRequired[str | None]",
        "source_command": "NotRequired[str | None]",
    },
)

StoreDetailResponse = TypedDict(
    "StoreDetailResponse",
    {
        "detail": "Detail | None",
        "placeholder": "str | None",
        "sensitive": "list[SensitiveFinding]",
        "memory_key": "str | None",
    },
)

StoreEpisodeRequest = TypedDict(
    "StoreEpisodeRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "goal": "str",
        "steps": "NotRequired[list[str] | None]",
        "outcome": "NotRequired[str | None]",
        "lessons": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "timestamp": "NotRequired[str | None]",
        "success": "NotRequired[bool | None]",
        "conversation_id": "NotRequired[str | None]",
        "invocation_id": "NotRequired[str | None]",
        "trust": "NotRequired[Literal['user', 'tool', 'agent', 'import', '', None]]",
        "embedding": "NotRequired[list[float] | None]",
        "embedder": "NotRequired[str | None]",
        "tags": "NotRequired[list[str] | None]",
        "key": "NotRequired[str | None]",
        "metadata_json": "NotRequired[str | None]",
    },
)

StoreEpisodeResponse = TypedDict(
    "StoreEpisodeResponse",
    {
        "episode_id": "str",
        "created": "bool",
        "status": "str",
        "sensitive": "list[SensitiveFinding]",
    },
)

StoreFactRequest = TypedDict(
    "StoreFactRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "content": "str",
        "source": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "timestamp": "NotRequired[str | None]",
        "confidence": "NotRequired[float | None]",
        "visibility": "NotRequired[Literal['scope', 'conversation', '', None]]",
        "conversation_id": "NotRequired[str | None]",
        "trust": "NotRequired[Literal['user', 'tool', 'agent', 'import', '', None]]",
        "subject": "NotRequired[str | None]",
        "predicate": "NotRequired[str | None]",
        "object": "NotRequired[str | None]",
        "valid_from": "NotRequired[str | None]",
        "valid_to": "NotRequired[str | None]",
        "evidence": "NotRequired[EvidenceInput | None]",
        "embedding": "NotRequired[list[float] | None]",
        "embedder": "NotRequired[str | None]",
        "tags": "NotRequired[list[str] | None]",
        "key": "NotRequired[str | None]",
        "metadata_json": "NotRequired[str | None]",
    },
)

StoreFactResponse = TypedDict(
    "StoreFactResponse",
    {
        "fact_id": "str",
        "created": "bool",
        "status": "str",
        "sensitive": "list[SensitiveFinding]",
    },
)

StoreManyFactsRequest = TypedDict(
    "StoreManyFactsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "facts": "list[FactToStore]",
    },
)

StoreManyFactsResponse = TypedDict(
    "StoreManyFactsResponse",
    {
        "results": "list[StoredFact]",
    },
)

StoredFact = TypedDict(
    "StoredFact",
    {
        "fact_id": "str",
        "created": "bool",
        "status": "str",
        "sensitive": "list[SensitiveFinding]",
        "error": "Error | None",
    },
)

SummarizeConversationRequest = TypedDict(
    "SummarizeConversationRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
    },
)

SummarizeConversationResponse = TypedDict(
    "SummarizeConversationResponse",
    {
        "job_id": "str",
        "summary": "str | None",
        "summary_id": "str | None",
    },
)

ToolCall = TypedDict(
    "ToolCall",
    {
        "id": "str",
        "message_id": "str",
        "tool_name": "str",
        "arguments": "str",
        "timestamp": "str",
        "duration_ms": "int",
        "success": "bool",
        "iteration": "int | None",
        "tool_result": "ToolResult | None",
        "weight": "float | None",
    },
)

ToolCallInput = TypedDict(
    "ToolCallInput",
    {
        "id": "NotRequired[str | None]",
        "message_id": "NotRequired[str | None]",
        "tool_name": "NotRequired[str | None]",
        "arguments": "NotRequired[str | None]",
        "timestamp": "NotRequired[str | None]",
        "duration_ms": "NotRequired[int | None]",
        "success": "NotRequired[bool | None]",
        "iteration": "NotRequired[int | None]",
        "tool_result": "NotRequired[ToolResultInput | None]",
        "weight": "NotRequired[float | None]",
    },
)

ToolResult = TypedDict(
    "ToolResult",
    {
        "id": "str",
        "tool_call_id": "str",
        "success": "bool",
        "result": "str",
        "error": "str | None",
        "timestamp": "str",
        "result_size_bytes": "int",
        "weight": "float | None",
    },
)

ToolResultInput = TypedDict(
    "ToolResultInput",
    {
        "id": "NotRequired[str | None]",
        "tool_call_id": "NotRequired[str | None]",
        "success": "NotRequired[bool | None]",
        "result": "NotRequired[str | None]",
        "error": "NotRequired[str | None]",
        "timestamp": "NotRequired[str | None]",
        "result_size_bytes": "NotRequired[int | None]",
        "weight": "NotRequired[float | None]",
    },
)

TriggerCompactionRequest = TypedDict(
    "TriggerCompactionRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "node_ids": "list[str]",
        "dry_run": "NotRequired[bool | None]",
    },
)

TriggerCompactionResponse = TypedDict(
    "TriggerCompactionResponse",
    {
        "status": "str",
        "message": "str",
        "job_id": "str",
        "dry_run": "bool",
        "node_ids": "list[str]",
    },
)

UpdateConversationMemoryRequest = TypedDict(
    "UpdateConversationMemoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "str",
        "invocation_summary": "InvocationSummaryInput",
    },
)

UpdateConversationMemoryResponse = TypedDict(
    "UpdateConversationMemoryResponse",
    {
        "success": "bool",
        "sensitive": "list[SensitiveFinding]",
    },
)

UpdateEntityWeightRequest = TypedDict(
    "UpdateEntityWeightRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "entity_id": "str",
        "entity_type": "Literal['NODE', 'EDGE']",
        "weight": "float",
        "reason": "NotRequired[str | None]",
        "changed_by": "NotRequired[str | None]",
    },
)

UpdateEntityWeightResponse = TypedDict(
    "UpdateEntityWeightResponse",
    {
        "status": "str",
        "entity_id": "str",
        "new_weight": "float",
        "sensitive": "list[SensitiveFinding]",
    },
)

UpdateFactRequest = TypedDict(
    "UpdateFactRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "fact_id": "str",
        "content": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, Any] | None]",
        "tags": "NotRequired[list[str] | None]",
        "confidence": "NotRequired[float | None]",
        "valid_from": "NotRequired[str | None]",
        "valid_to": "NotRequired[str | None]",
        "expected_version": "NotRequired[int | None]",
        "clear": "NotRequired[list[Literal['metadata', 'tags', 'valid_from', 'valid_to', 'confidence', 'key']] | None]",
        "metadata_json": "NotRequired[str | None]",
        "trust": "NotRequired[Literal['user', 'tool', 'agent', 'import', '', None]]",
    },
)

UpdateFactResponse = TypedDict(
    "UpdateFactResponse",
    {
        "fact": "Fact",
        "sensitive": "list[SensitiveFinding]",
    },
)

UpdateSettingsRequest = TypedDict(
    "UpdateSettingsRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "conversation_id": "NotRequired[str | None]",
        "all_collections": "NotRequired[bool | None]",
        "settings": "SettingsInput",
    },
)

UpdateSettingsResponse = TypedDict(
    "UpdateSettingsResponse",
    {
        "effective": "Settings",
    },
)

WaitingRun = TypedDict(
    "WaitingRun",
    {
        "invocation_id": "str",
        "conversation_id": "str",
        "question": "str",
        "waiting": "list[AwaitedCall]",
        "waiting_since": "str",
        "expires_at": "str",
    },
)

WeightChange = TypedDict(
    "WeightChange",
    {
        "weight": "float | None",
        "changed_at": "str",
        "reason": "str",
        "old_weight": "float | None",
        "changed_by": "str",
    },
)

WeightHistoryRequest = TypedDict(
    "WeightHistoryRequest",
    {
        "workspace": "NotRequired[str | None]",
        "user": "NotRequired[str | None]",
        "collection": "NotRequired[str | None]",
        "entity_id": "str",
        "limit": "NotRequired[int | None]",
        "cursor": "NotRequired[str | None]",
    },
)

WeightHistoryResponse = TypedDict(
    "WeightHistoryResponse",
    {
        "changes": "list[WeightChange]",
        "next_cursor": "str | None",
    },
)

WorkingMemoryItem = TypedDict(
    "WorkingMemoryItem",
    {
        "type": "Literal['goal', 'thought', 'action', 'observation', 'summary', '']",
        "content": "str",
        "timestamp": "str",
        "metadata": "dict[str, str]",
    },
)

WorkingMemoryItemInput = TypedDict(
    "WorkingMemoryItemInput",
    {
        "type": "Literal['goal', 'thought', 'action', 'observation', 'summary']",
        "content": "NotRequired[str | None]",
        "timestamp": "NotRequired[str | None]",
        "metadata": "NotRequired[dict[str, str | None] | None]",
    },
)

InvokeAnswer = TypedDict(
    "InvokeAnswer",
    {
        "answer": "str | None",
        "cut_short": "bool | None",
        "invocation_id": "str | None",
        "conversation_id": "str | None",
        "receipt": "Receipt | None",
        "sensitive": "list[SensitiveFinding]",
        "usage": "list[ModelUsage]",
        "waiting": "NotRequired[list[AwaitedCall]]",
        "expires_at": "NotRequired[str | None]",
    },
)

Problem = TypedDict(
    "Problem",
    {
        "type": "str",
        "title": "str",
        "status": "int",
        "detail": "str",
        "error": "dict[str, Any]",
    },
)
