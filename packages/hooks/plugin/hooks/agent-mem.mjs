// The hook of agent-mem, made from packages/hooks/src/hook by "npm run generate". It asks the fleet at AGENT_MEM_URL and nobody else.

// src/hook/main.ts
import { text } from "node:stream/consumers";

// src/tool.ts
var tools = ["claude-code", "codex", "cursor", "gemini"];
function isTool(word) {
  return tools.some((tool2) => tool2 === word);
}

// src/hook/dialects.ts
var inSpecificOutput = (hookEventName, additionalContext) => ({
  hookSpecificOutput: { hookEventName, additionalContext }
});
var dialects = {
  "claude-code": {
    kinds: { SessionStart: "start", UserPromptSubmit: "prompt", Stop: "reply" },
    session: "session_id",
    turn: "prompt_id",
    reply: "last_assistant_message",
    output: inSpecificOutput
  },
  codex: {
    kinds: { SessionStart: "start", UserPromptSubmit: "prompt", Stop: "reply" },
    session: "session_id",
    turn: "turn_id",
    reply: "last_assistant_message",
    output: inSpecificOutput
  },
  gemini: {
    kinds: { SessionStart: "start", BeforeAgent: "prompt", AfterAgent: "reply" },
    session: "session_id",
    turn: "timestamp",
    reply: "prompt_response",
    output: inSpecificOutput
  },
  cursor: {
    kinds: { sessionStart: "start", beforeSubmitPrompt: "prompt", afterAgentResponse: "reply" },
    session: "conversation_id",
    turn: "generation_id",
    reply: "text",
    output: (_, text2) => ({ continue: true, additional_context: text2 })
  }
};
function readEvent(tool2, json) {
  const input = membersOf(JSON.parse(json));
  const text2 = (member) => textOf(input[member]);
  const dialect = dialects[tool2];
  const name = text2("hook_event_name");
  const kind = Object.hasOwn(dialect.kinds, name) ? dialect.kinds[name] : void 0;
  if (kind === void 0 || text2("agent_id") !== "") return null;
  return {
    kind,
    name,
    session: text2(dialect.session) || text2("session_id"),
    turn: text2(dialect.turn),
    text: kind === "prompt" ? text2("prompt") : kind === "reply" ? text2(dialect.reply) : "",
    folder: text2("cwd") || firstOf(input.workspace_roots)
  };
}
function contextOutput(tool2, event, text2) {
  return JSON.stringify(dialects[tool2].output(event.name, text2));
}
function membersOf(value) {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
function textOf(value) {
  return typeof value === "string" ? value : "";
}
function firstOf(value) {
  return Array.isArray(value) ? textOf(value[0]) : "";
}

// src/hook/fleet.ts
import { request } from "node:http";
function fleetAddress({ AGENT_MEM_URL, AGENT_MEM_KEY }) {
  return { url: (AGENT_MEM_URL || "http://127.0.0.1:8700").replace(/\/+$/, ""), key: AGENT_MEM_KEY ?? "" };
}
function callFleet({ url, key }, operation, { body, idempotencyKey, signal }) {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    "content-type": "application/json",
    "content-length": bytes.length,
    ...key && { authorization: `Bearer ${key}` },
    ...idempotencyKey && { "idempotency-key": idempotencyKey }
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/${operation}`, { method: "POST", headers, signal, agent: false }, (response) => {
      const parts = [];
      response.on("error", reject);
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        if (response.statusCode !== 200) return reject(new Error(`The fleet answered ${response.statusCode}`));
        try {
          resolve(JSON.parse(Buffer.concat(parts).toString()));
        } catch (error) {
          reject(error);
        }
      });
    });
    asked.on("error", reject);
    asked.end(bytes);
  });
}

// src/hook/run-event.ts
import { createHash } from "node:crypto";
import { basename } from "node:path";

// ../contract/src/remembered-text.ts
function rememberedText(memory) {
  return `What you remember of this user:
${memory}`;
}

// ../proxy/src/block.ts
var blockTag = "agent-mem";
function blockOf(memory) {
  if (memory === "") return "";
  const inside = rememberedText(memory).replace(/<(?=\s*\/?\s*agent-mem)/gi, "&lt;");
  return `<${blockTag}>
${inside}
</${blockTag}>`;
}

// ../proxy/src/harness-texts.ts
var tags = ["system-reminder", "environment_context", "session_context", "hook_context", "user_instructions", blockTag];
var tagged = new RegExp(`<(${tags.join("|")})>[\\s\\S]*?(?:</\\1>|$)`, "g");
var openings = ["# AGENTS.md instructions"];
function ownWords(text2) {
  if (openings.some((opening) => text2.trimStart().startsWith(opening))) return "";
  return text2.includes("<") ? text2.replace(tagged, "").trim() : text2.trim();
}

// ../proxy/src/stored-text.ts
var mostStoredBytes = 65536;
var gap = "\n[…]\n";
function storedText(text2, mostBytes = mostStoredBytes) {
  const bytes = Buffer.from(text2);
  if (bytes.length <= mostBytes) return text2;
  const half = Math.floor((mostBytes - Buffer.byteLength(gap)) / 2);
  return `${wholeCharacters(bytes.subarray(0, half))}${gap}${wholeCharacters(bytes.subarray(bytes.length - half))}`;
}
function wholeCharacters(bytes) {
  return new TextDecoder().decode(bytes).replace(/^\ufffd+|\ufffd+$/g, "");
}

// src/hook/run-event.ts
var limitMs = 200;
async function runEvent(tool2, event, fleet) {
  if (event.session === "") return "";
  const signal = AbortSignal.timeout(limitMs);
  const words = ownWords(event.text);
  if (event.kind === "start") return recall(fleet, event, basename(event.folder), signal);
  if (words === "") return "";
  if (event.kind === "reply") {
    await append(fleet, { tool: tool2, event, role: "assistant", words, signal });
    return "";
  }
  const recalled = recall(fleet, event, words, signal);
  await Promise.race([recalled, aborted(AbortSignal.timeout(limitMs / 2))]);
  await append(fleet, { tool: tool2, event, role: "user", words, signal });
  return recalled;
}
async function recall(fleet, { session }, query, signal) {
  if (query === "") return "";
  const body = { query: storedText(query), conversation_id: session, format: "roles", other_conversations: true };
  try {
    const answer = await callFleet(fleet, "agent/recall", { body, signal });
    return typeof answer === "object" && answer !== null && "text" in answer ? blockOf(String(answer.text)) : "";
  } catch {
    return "";
  }
}
async function append(fleet, { tool: tool2, event, role, words, signal }) {
  const { session, turn } = event;
  const content = storedText(words);
  const body = { conversation_id: session, messages: [{ role, content, metadata: { via: "hook", tool: tool2 } }] };
  const hash = createHash("sha256").update([tool2, session, turn, role, content].join("\n")).digest("hex");
  await callFleet(fleet, "conversations/append-messages", { body, idempotencyKey: `hook:${hash}`, signal }).catch(
    () => void 0
  );
}
function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

// src/hook/main.ts
process.on("uncaughtException", () => process.exit(0));
var [tool] = process.argv.slice(2);
if (isTool(tool)) {
  const event = readEvent(tool, await text(process.stdin));
  const block = event && await runEvent(tool, event, fleetAddress(process.env));
  if (event && block) process.stdout.write(`${contextOutput(tool, event, block)}
`);
}
