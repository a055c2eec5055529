"""Client of agent-mem: memory for LLM agents."""

from agent_mem.calls import Options
from agent_mem.client import AsyncClient, Client
from agent_mem.errors import AgentMemError
from agent_mem.memory import AsyncMemory, Memory

__all__ = ["AgentMemError", "AsyncClient", "AsyncMemory", "Client", "Memory", "Options"]
