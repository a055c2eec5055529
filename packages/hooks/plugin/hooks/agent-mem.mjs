// The hook of agent-mem, made from packages/hooks/src/hook by "npm run generate". It asks the fleet at AGENT_MEM_URL and nobody else.
var __knownSymbol = (name, symbol) => (symbol = Symbol[name]) ? symbol : /* @__PURE__ */ Symbol.for("Symbol." + name);
var __typeError = (msg) => {
  throw TypeError(msg);
};
var __using = (stack, value, async) => {
  if (value != null) {
    if (typeof value !== "object" && typeof value !== "function") __typeError("Object expected");
    var dispose, inner;
    if (async) dispose = value[__knownSymbol("asyncDispose")];
    if (dispose === void 0) {
      dispose = value[__knownSymbol("dispose")];
      if (async) inner = dispose;
    }
    if (typeof dispose !== "function") __typeError("Object not disposable");
    if (inner) dispose = function() {
      try {
        inner.call(this);
      } catch (e) {
        return Promise.reject(e);
      }
    };
    stack.push([async, dispose, value]);
  } else if (async) {
    stack.push([async]);
  }
  return value;
};
var __callDispose = (stack, error, hasError) => {
  var E = typeof SuppressedError === "function" ? SuppressedError : function(e, s, m, _) {
    return _ = Error(m), _.name = "SuppressedError", _.error = e, _.suppressed = s, _;
  };
  var fail = (e) => error = hasError ? new E(e, error, "An error was suppressed during disposal") : (hasError = true, e);
  var next = (it) => {
    while (it = stack.pop()) {
      try {
        var result = it[1] && it[1].call(it[2]);
        if (it[0]) return Promise.resolve(result).then(next, (e) => (fail(e), next()));
      } catch (e) {
        fail(e);
      }
    }
    if (hasError) throw error;
  };
  return next();
};

// src/hook/main.ts
import { text } from "node:stream/consumers";

// src/tool.ts
var tools = ["claude-code", "codex", "cursor", "gemini"];
function isTool(word) {
  return tools.some((tool2) => tool2 === word);
}

// src/hook/members.ts
function membersOf(value) {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
function textOf(value) {
  return typeof value === "string" ? value : "";
}

// src/hook/dialects.ts
var named = (member) => (input) => textOf(input[member]);
var isStopped = ({ stop_hook_active: stopped }) => stopped === true;
var inSpecificOutput = (hookEventName, additionalContext) => ({
  hookSpecificOutput: { hookEventName, additionalContext }
});
var dialects = {
  "claude-code": {
    kinds: { SessionStart: "start", UserPromptSubmit: "prompt", Stop: "reply", PreCompact: "compaction" },
    session: "session_id",
    turn: named("prompt_id"),
    reply: "last_assistant_message",
    isOneOfMany: isStopped,
    output: inSpecificOutput
  },
  codex: {
    kinds: { SessionStart: "start", UserPromptSubmit: "prompt", Stop: "reply", PreCompact: "compaction" },
    session: "session_id",
    turn: named("turn_id"),
    reply: "last_assistant_message",
    isOneOfMany: isStopped,
    output: inSpecificOutput
  },
  gemini: {
    kinds: { SessionStart: "start", BeforeAgent: "prompt", AfterAgent: "reply" },
    session: "session_id",
    turn: named("timestamp"),
    reply: "prompt_response",
    isOneOfMany: isStopped,
    output: inSpecificOutput
  },
  cursor: {
    kinds: { sessionStart: "start", beforeSubmitPrompt: "prompt", afterAgentResponse: "reply" },
    session: "conversation_id",
    turn: turnInCursor,
    reply: "text",
    // It runs the hook after each message of the assistant.
    isOneOfMany: (_, { kind }) => kind === "reply",
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
  const session = text2(dialect.session) || text2("session_id");
  return {
    kind,
    name,
    session,
    turn: dialect.turn(input, { kind, session }),
    text: kind === "prompt" ? text2("prompt") : kind === "reply" ? text2(dialect.reply) : "",
    isOneOfMany: dialect.isOneOfMany(input, { kind, session }),
    folder: text2("cwd") || firstOf(input.workspace_roots),
    transcript: text2("transcript_path")
  };
}
function turnInCursor({ generation_id: id }, { kind, session }) {
  const isUnnamed = kind === "prompt" && (id === session || session.startsWith("agent-"));
  return isUnnamed ? "" : textOf(id);
}
function contextOutput(tool2, event, text2) {
  return JSON.stringify(dialects[tool2].output(event.name, text2));
}
function firstOf(value) {
  return Array.isArray(value) ? textOf(value[0]) : "";
}

// src/hook/fleet.ts
import { request } from "node:http";
function fleetAddress({ AGENT_MEM_URL, AGENT_MEM_KEY }) {
  return { url: (AGENT_MEM_URL || "http://127.0.0.1:8700").replace(/(?<!\/)\/+$/, ""), key: AGENT_MEM_KEY ?? "" };
}
var FleetRefusal = class extends Error {
  status;
  constructor(status) {
    super(`The fleet answered ${status}`);
    this.status = status;
  }
};
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
        if (response.statusCode !== 200) return reject(new FleetRefusal(response.statusCode ?? 0));
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
  const inside = rememberedText(memory).replace(/<(?=\s*(?:\/\s*)?agent-mem)/gi, "&lt;");
  return `<${blockTag}>
${inside}
</${blockTag}>`;
}

// ../contract/src/validation/is-blank.ts
function isBlank(text2) {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text2);
}

// ../proxy/src/harness-texts.ts
var tags = ["system-reminder", "environment_context", "session_context", "hook_context", "user_instructions", blockTag];
var tagged = new RegExp(`<(${tags.join("|")})>[\\s\\S]*?(?:</\\1>|$)`, "g");
var openings = [
  "# AGENTS.md instructions",
  // Gemini CLI beside an editor.
  "Here is the user's editor context as a JSON object.",
  "Here is a summary of changes in the user's editor context, in JSON format."
];
function ownWords(text2) {
  if (openings.some((opening) => text2.trimStart().startsWith(opening))) return "";
  const own = text2.includes("<") ? text2.replace(tagged, "") : text2;
  return isBlank(own) ? "" : own.trim();
}

// ../proxy/src/stored-text.ts
var mostStoredBytes = 65536;
var gap = "\n[…]\n";
function storedText(text2, mostBytes2 = mostStoredBytes) {
  const bytes = Buffer.from(text2);
  if (bytes.length <= mostBytes2) return text2;
  const half = Math.floor((mostBytes2 - Buffer.byteLength(gap)) / 2);
  return `${wholeCharacters(bytes.subarray(0, half))}${gap}${wholeCharacters(bytes.subarray(bytes.length - half))}`;
}
function wholeCharacters(bytes) {
  return new TextDecoder().decode(bytes).replace(/^\ufffd+|(?<!\ufffd)\ufffd+$/g, "");
}

// src/hook/append.ts
import { createHash } from "node:crypto";
async function appendTurn(asking, event, role, words) {
  const { tool: tool2 } = asking;
  const { session, turn, isOneOfMany } = event;
  const content = storedText(words);
  const named2 = turn === "" || isOneOfMany ? [turn, content] : [turn];
  const key = hashOf([tool2, session, role, ...named2]);
  await append(asking, session, [{ role, content, metadata: metadataOf(tool2, turn) }], key);
}
async function appendMissing(asking, session, said) {
  const stored = await storedTurns(asking, session);
  const missing = said.filter(({ turn, role }) => !stored.has(`${turn}/${role}`)).map(({ turn, role, text: text2, timestamp }) => {
    const content = storedText(ownWords(text2));
    return { role, content, metadata: metadataOf(asking.tool, turn), ...timestamp && { timestamp } };
  }).filter(({ content }) => content !== "").slice(-mostMissing);
  if (missing.length === 0) return;
  await append(asking, session, missing, hashOf([asking.tool, session, JSON.stringify(missing)]));
}
var mostMissing = 50;
var mostStored = 1e3;
async function storedTurns({ fleet, signal }, session) {
  const body = {
    conversation_id: session,
    limit: mostStored,
    newest_first: true,
    include_tool_calls: false,
    include_reasoning: false
  };
  const answer = await callFleet(fleet, "conversations/history", { body, signal }).catch((error) => {
    if (error instanceof FleetRefusal && error.status === 404) return {};
    throw error;
  });
  const { messages } = membersOf(answer);
  return new Set(
    (Array.isArray(messages) ? messages : []).map((message) => {
      const { role, metadata } = membersOf(message);
      return `${textOf(membersOf(metadata).turn)}/${textOf(role)}`;
    })
  );
}
function append({ fleet, signal }, session, messages, key) {
  const body = { conversation_id: session, messages };
  return callFleet(fleet, "conversations/append-messages", { body, idempotencyKey: `hook:${key}`, signal });
}
function metadataOf(tool2, turn) {
  return { via: "hook", tool: tool2, ...turn && { turn } };
}
function hashOf(parts) {
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

// src/hook/gemini-reply.ts
function geminiReply(lines, heard) {
  const said = lastTurnOf(lines);
  const reply = said.join("\n");
  if (recorded(heard) === reply) return heard;
  return isHeard(said.map(spaceless), spaceless(heard)) ? reply : heard;
}
function isHeard(said, heard) {
  const last = said.at(-1);
  if (last === void 0 || !said.every((words) => heard.includes(words))) return false;
  return last.endsWith(heard.slice(heard.lastIndexOf(last) + last.length));
}
function lastTurnOf(lines) {
  let said = null;
  for (const { type, id, content } of lines) {
    if (type === "user" && !isToolResult(content)) said = /* @__PURE__ */ new Map();
    if (type === "gemini") said?.set(textOf(id), wordsOf(content));
  }
  return [...said?.values() ?? []].filter((words) => words !== "");
}
function isToolResult(content) {
  return Array.isArray(content) && content.some((part) => membersOf(part).functionResponse !== void 0);
}
function wordsOf(content) {
  const parts = Array.isArray(content) ? content.map(membersOf) : [membersOf({ text: content })];
  const texts = parts.map(({ text: text2, thought }) => thought === true ? "" : textOf(text2));
  return texts.join("").trim();
}
function spaceless(text2) {
  return recorded(text2.replace(/\s/g, ""));
}
function recorded(text2) {
  return text2.replace(/[\u200B\u200C\u200E\u200F\uFEFF]|\u200D/g, "").replace(/<!--[\s\S]*?(?:-->|$)/g, "").trim();
}

// src/hook/transcript-lines.ts
import { open } from "node:fs/promises";
var mostBytes = 2e6;
async function readLastLines(path) {
  if (path === "") return [];
  return (await endOf(path)).split("\n").map(parsed);
}
async function endOf(path) {
  try {
    var _stack = [];
    try {
      const file = __using(_stack, await open(path, "r"), true);
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.min(size, mostBytes));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString("utf8", 0, bytesRead);
    } catch (_) {
      var _error = _, _hasError = true;
    } finally {
      var _promise = __callDispose(_stack, _error, _hasError);
      _promise && await _promise;
    }
  } catch {
    return "";
  }
}
function parsed(line) {
  try {
    return membersOf(JSON.parse(line));
  } catch {
    return {};
  }
}

// src/hook/transcript.ts
async function readTranscript(tool2, path) {
  const readLine = lineReaders[tool2];
  if (!readLine) return [];
  const said = /* @__PURE__ */ new Map();
  const state = { turn: "" };
  for (const line of await readLastLines(path)) {
    const one = readLine(line, state);
    if (one && one.turn !== "" && one.text.trim() !== "") said.set(`${one.turn}/${one.role}`, one);
  }
  return [...said.values()];
}
var lineReaders = { "claude-code": ofClaudeCode, codex: ofCodex };
function ofClaudeCode(line, state) {
  if (line.isSidechain === true || line.isMeta === true || line.isCompactSummary === true) return null;
  const { content, stop_reason: stopReason } = membersOf(line.message);
  const text2 = wordsOf2(content);
  const timestamp = textOf(line.timestamp);
  if (line.type === "user") {
    state.turn = textOf(line.promptId) || state.turn;
    return /^\s*<(command|local-command)-/.test(text2) ? null : { turn: state.turn, role: "user", text: text2, timestamp };
  }
  return line.type === "assistant" && stopReason === "end_turn" ? { turn: state.turn, role: "assistant", text: text2, timestamp } : null;
}
function ofCodex(line) {
  const payload = membersOf(line.payload);
  const turn = textOf(payload.turn_id);
  const timestamp = textOf(line.timestamp);
  if (payload.type === "task_complete") return { turn, role: "assistant", text: textOf(payload.last_agent_message), timestamp };
  const item = membersOf(payload.item);
  if (payload.type !== "item_completed" || item.type !== "UserMessage") return null;
  return { turn, role: "user", text: wordsOf2(item.content), timestamp };
}
function wordsOf2(content) {
  if (!Array.isArray(content)) return textOf(content);
  return content.flatMap((part) => membersOf(part).type === "text" ? textOf(membersOf(part).text) : []).join("\n");
}

// src/hook/run-event.ts
var limitMs = 200;
async function runEvent(tool2, event, fleet) {
  if (event.session === "") return "";
  const mayHaveMissed = event.kind === "start" || event.kind === "compaction";
  const said = mayHaveMissed ? await readTranscript(tool2, event.transcript) : [];
  const text2 = tool2 === "gemini" && event.kind === "reply" ? geminiReply(await readLastLines(event.transcript), event.text) : event.text;
  const asking = { tool: tool2, fleet, signal: AbortSignal.timeout(limitMs) };
  const words = ownWords(text2);
  const caughtUp = said.length === 0 ? void 0 : appendMissing(asking, event.session, said).catch(nothing);
  const shown = event.kind === "start" ? recall(asking, event, basename(event.folder)) : "";
  if (mayHaveMissed) {
    await caughtUp;
    return shown;
  }
  if (words === "") return "";
  if (event.kind === "reply") {
    await appendTurn(asking, event, "assistant", words).catch(nothing);
    return "";
  }
  const recalled = recall(asking, event, words);
  await Promise.race([recalled, aborted(AbortSignal.timeout(limitMs / 2))]);
  await appendTurn(asking, event, "user", words).catch(nothing);
  return recalled;
}
async function recall({ fleet, signal }, { session }, query) {
  if (query === "") return "";
  const body = { query: storedText(query), conversation_id: session, format: "roles", other_conversations: true };
  const answer = await callFleet(fleet, "agent/recall", { body, signal }).catch(nothing);
  return blockOf(textOf(membersOf(answer).text));
}
function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
function nothing() {
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
