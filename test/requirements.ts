/** What users rely on, one sentence each. A test says which of it it holds by `verifies(id)`; `requirements.test.ts` holds the two against each other. */
export const requirements = {
  'recall.other-conversation': 'What was told in one conversation is recalled in another of the same user',
  'recall.restart': 'It is recalled after a restart',
  'recall.kill': 'It is recalled after kill -9',
  'recall.receipt': "An answer's receipt names the remembered items the agent was shown",
  'recall.preset': 'A request may name another pipeline of recall and change its parameters; unknown ones are refused by name',
  'recall.best-score': 'A recall that answers nothing says how good the best was',
  'recall.filter': 'A filter on metadata and tags says which facts and episodes may be answered, the same on every store',
  'recall.words-only': 'Of a scope that is set to go by words alone nothing is embedded, and it is still found',
  'recall.two-embedders': 'Recall goes on while another embedder takes the place of the first, and never mixes their vectors',
  'text.wordless': 'A text without a word in it, such as "👍", is stored, listed, learned from, and found by its symbols',
  'scope.isolation': 'Another user, workspace or collection sees nothing of it',
  'write.durable': 'A write that was acknowledged is there after kill -9, once',
  'command.once': 'A command repeated under its idempotency key has one effect and the same answer',
  'command.key-taken': 'An idempotency key is refused for another request',
  'branch.merged': 'Branches that are written at once and merged show each message once',
  'event.once': 'An event has its effects once, however often it comes',
  'event.kept': 'Events that nobody has taken when the fleet stops have their effects after the next start',
  'webhook.sent-again': 'An event that a webhook has not taken is sent again, also after kill -9, with the same id',
  'webhook.dead-letter':
    'An event that a webhook does not take in its attempts is a dead letter, and its replay goes to that webhook alone',
  'request.refused': 'A request that breaks the contract is refused with the path of the field and the reason',
  'request.unknown':
    'A request with a member or a flag that is not known is refused by its name; on the bus it is reported in warnings, and refused where it would erase or set',
  'error.words': 'The text of an error names an operation as its caller does: by route, rpc or member',
  'request.deadline': 'Work whose deadline has passed is not begun, and its caller is told deadline-exceeded',
  'operation.unimplemented': 'An operation that is not built answers unimplemented, by its name, and nothing else tells of it',
  'invocation.kept': 'Each invocation is kept in its conversation, with its question, in order',
  'invocation.end':
    'Every invocation ends by one last frame: an answer or a clear error, within max-iterations, whatever the model writes',
  'invocation.captured':
    'What an agent sees is stored whole before anything cuts it: its prompt shows head, tail and errors within its budget, and every byte can be retrieved',
  'invocation.frames': 'An invocation can be followed frame by frame',
  'invocation.tier-left-out': 'A tier of memory that does not answer is left out, and the receipt says so',
  'invocation.memory-off': 'An invocation with enable_memory false reads and writes no memory',
  'memory.off':
    'Where memory is off for a user, scope or conversation nothing is read or written, and every operation and receipt says so',
  'sensitive.filtered':
    'Secrets and numbers of cards and accounts are redacted, refused or allowed before anything is stored, as is set, and the answer says so',
  'poison.quarantined':
    'What reads like instructions to a model is stored and listed as a fact or an episode, and is recalled for nobody until it is released',
  'poison.trust': 'A text that is stored again gains no trust by it',
  'fact.same-text': 'The same text in a scope is the same fact, however many writers store it at once',
  'fact.no-race': 'Many stores of some facts at once, by clients in processes of their own, leave each of them once',
  'fact.reconciled':
    'Of two facts that contradict each other, said at once or one after the other, one is believed with the other in its history, until it is restored',
  'fact.as-of': 'What was believed at a time is listed and retrieved as it was then',
  'fact.deleted': 'A deleted fact is not retrieved; restored, it is again',
  'fact.unsaid': 'A message that says what a deleted fact said, or that it was learned from, is recalled no more',
  'episode.retrieved': 'Episodes are found by goals like theirs',
  'episode.solutions': 'An error brings what got over errors like it, and the episodes that met them',
  'conversation.places': 'Messages of a conversation have the places 1, 2, 3 …, however many writers there are',
  'conversation.unknown': 'A conversation that is not there is told by its id',
  'conversation.idle': 'A conversation that receives nothing for its time-out is ended, and a later message opens it again',
  'conversation.promotes': 'What a conversation kept to itself, and what was said in it, is known everywhere once it is over',
  'conversation.summarised':
    'A long conversation is summarised as it goes on, and an agent is shown its summary, its newest messages and those that answer, each by its id',
  'conversation.files': 'Conversations in files are read, found, learned from, archived and purged as those in the Graph',
  'conversation.clients': 'Every operation of conversations is asked by stock clients over HTTP, gRPC and Pulsar',
  'message.learned':
    'What a user says in an appended message is learned as soon as it is stored, once, and its caller may wait for what came of it',
  'working-memory.budget': 'An assembled trace is never over its budget, and keeps the goal and the newest steps',
  'list.pages': 'A list is read to its end by cursors, each item once',
  'grpc.reflection': 'Stock gRPC clients list, describe and call every service by reflection',
  'grpc.errors': 'An error over gRPC has its status code',
  'grpc.health': 'gRPC tells the health of the fleet',
  'access.refused':
    'Whoever shows no key, or one that is expired, revoked, swapped or tampered with, is refused by every way in, and stands in the audit log',
  'limits.busy-user':
    'A user who asks more at once than one user may is refused at once with the time to come again; other users and probes are answered',
  'limits.rates':
    'A key, and a user, asks so often in a minute and a day, counted over all ways in; what is refused says which limit it was and when to come again',
  'access.tenants': 'Two tenants by keys and tokens are blind to each other, over HTTP, gRPC and Pulsar',
  'http.health': 'HTTP tells whether the fleet is alive and ready, and its figures',
  'http.problem': 'Every error over HTTP is a problem of RFC 9457 that holds the error; a text that is too long answers 413',
  'http.read': 'What has an id is read by GET /v1/<service>/<id>',
  'http.openapi': 'The OpenAPI document says what every operation takes and answers, as the wire is',
  'client.generated': 'A client that openapi-typescript makes of the document compiles and works',
  'http.checked': 'Requests that schemathesis makes of the document, right and wrong, are answered as it says',
  'client.readme': "What the README's first screen says of curl, MCP, TypeScript and Python works, line by line",
  'client.browser':
    'A page in a browser calls a fleet that names its origin, streams an answer and cancels; other pages are refused',
  'client.python': 'A client for Python, typed, with the verbs of mem0, asks every operation, to wait for and to await',
  'http.local-only': 'A web page cannot drive a local fleet',
  'start.tells': 'A start prints where it listens and a request to try, which works',
  'start.owner': 'A second start on the same data is refused and names the first',
  'start.port-taken': 'A port that is taken stops the start, by the name of its variable',
  'start.used-wrongly': 'A malformed variable, an unknown word or flag stops the start with 2 and one sentence',
  'start.environment': 'A start warns of each variable that was probably meant for it and is not known',
  'start.some': 'A process hosts the services it is told to, and says which are missing',
  'start.waits':
    'A process may start before every server it needs: it is alive, says what it waits for, and answers when the servers come',
  'start.warm':
    'On a broker, a process makes the first requests of its services itself before it is ready: the first question has memory',
  'start.refused': 'A server that refuses a process ends its start with 1 and one sentence, also after the server was waited for',
  'start.help': '--help names every command on one screen, and with --all every variable with its default',
  'start.npm': '`npm start` needs no package manager and no network once all is installed, and stops by the signal that npm gets',
  'stop.drained': 'A fleet that is told to stop answers what runs, gives its data back and ends with 0',
  'stop.handed-on':
    'A stop of an agent or a gateway costs no caller its answer: another agent goes on, and a key finds what was answered',
  'agents.share':
    'An agent runs as many invocations at once as it is set to; those that wait are shared by all agents, and all are answered when one of them dies',
  'stop.alone': 'A process that waits for its servers, or whose servers are all dead, ends with 0 when it is told to',
  'command.bounded': 'A command whose servers are away ends by itself with 1 and one sentence',
  'chat.starts': 'chat starts the fleet where none runs',
  'chat.attaches': 'chat attaches to the fleet that owns the data',
  'cluster.away':
    'While a store or the broker is away for a minute, requests that do not need it are answered; afterwards all that was acknowledged is there, once, and nothing is a dead letter',
  'cluster.outage':
    'A broker or store that dies and comes back, and any service that does, lose nothing that was acknowledged, and the stores agree again',
  'upgrade.data':
    'A data folder of each earlier version is answered as that version answered it, and what it was killed in the middle of is finished',
  'upgrade.messages': 'Each operation and event that an earlier version published on the bus is understood',
  'upgrade.beside':
    'Beside services of an earlier version: no request and no event has a value that they refuse, and what they do not know of a read is unavailable and not passed over',
  'archive.round-trip': 'An archive carries a scope between one file and the cluster, and is equal on each after a round trip',
  'backup.embedded':
    'A backup that is made under writes brings back all that was acknowledged before it began, once, also after the folder is gone',
  'backup.cluster':
    'Dumps of the servers, made in the documented order under writes, bring back into empty servers what was acknowledged before, and the answers',
  'upgrade.rolled':
    'Two versions of the fleet, rolled up and back one process after the other under load, lose nothing, double nothing and refuse nothing',
  'pulsar.init': 'init makes what the fleet needs on a Pulsar broker; repeating it changes nothing, and --dry-run never does',
  'pulsar.role': 'After init, a fleet runs on Pulsar with a token that may only publish and consume',
  'pulsar.schemas':
    "Each topic's schema is in Pulsar's registry; a version of the fleet with members more or less starts beside another, one that does not fit is refused and shows both",
  'pulsar.clients':
    'Any Pulsar client asks by the command lane, as bytes or typed by the registered schema, and reads replies and streams from the topic it names',
  'deploy.image':
    'The image hosts the services that are its arguments, as a user that is not root, tells its health, and ends with 0 by SIGTERM',
  'deploy.chart':
    "What the chart makes fits Kubernetes' API, whatever its values; wrong values are refused by the name of the field",
  'deploy.kubernetes':
    'The page on Kubernetes goes from an empty cluster to a remembered answer: an API server takes each of its commands as it stands there',
  'deploy.compose': 'One compose file starts a broker, the four stores and a container of each service, in that order',
  'traces.followed': 'One trace follows a request over bus and gRPC to stores, models and what comes of its events',
  'traces.nothing-said': 'Nothing that anybody said or named leaves by a trace',
  'traces.collector-away': 'A collector that is down costs a warning, and nobody waits for it',
  'erasure.gone':
    'What is purged is gone from every store, embedded from every byte of its files, and nothing of its neighbours is',
  'erasure.refused': 'What was sent before a purge is refused when it arrives, also from a broker',
  'erasure.certified': 'A purge is certified, the same for its repeat, with counts and a checksum that anybody can reckon',
  'limits.quota':
    'No scope ever holds more than its quotas, however many write at once, and who is refused is told which and how many',
  'limits.lifetime': 'What has outlived its days is found no more, and can be restored',
  'limits.summary': 'A conversation whose messages expire one by one has a summary of those that are left',
  'limits.details': 'What was stored aside and has outlived its days is gone, and an answer says so where it is opened',
  'limits.entries': 'Over its limit of entries a conversation loses the oldest facts and messages, and no summary',
  'limits.pruned': 'Pruning archives what is least likely to be needed, tells it before where asked, and can be undone',
  'trustgraph.same':
    "In a TrustGraph flow clients are told the same as by TrustGraph's own agent while memory is off, but for a list of differences",
  'trustgraph.remembers':
    'In a TrustGraph flow the agent recalls what was told in the conversation, and in others of the workspace and collection',
  'learning.forms':
    'A model teaches the same whether it writes its list bare, fenced, in an object, beside prose, after thinking, with one entry or comma too many',
  'learning.away':
    'A model that is away costs no memory: rules learn at once, and when it is back it reads the same messages, of which nothing stands twice',
  'trustgraph.learns':
    'In a TrustGraph flow the model of the flow learns where LLM_URL names none, also for services in processes of their own',
  'trustgraph.killed':
    'A dialogue of a TrustGraph flow whose agent dies in its middle is ended by the next instance, once, or by an error',
  'trustgraph.stopped':
    'What an agent of a TrustGraph flow has not answered when its process stops is answered by another instance, once',
  'trustgraph.flow-stops':
    'A question of a TrustGraph flow that stops in its middle ends by one error that says so; a flow of the same name goes on',
  'trustgraph.shared': 'Instances of the agent share the questions of a TrustGraph flow and what they remember',
  'trustgraph.selected':
    'A TrustGraph flow is answered by agent-mem by configuration alone: in place of its own agent, beside it, or under its id',
  'trustgraph.switched':
    'A TrustGraph flow may be given to agent-mem and back under load: each question that it received has exactly one last frame',
  'trustgraph.in-turn':
    "Steps of one dialogue may be taken in turn by this agent and TrustGraph's own, and clients are told the same",
  'trustgraph.model-fails':
    'In a TrustGraph flow every question ends by an answer or a clear error, whatever the model server does',
  'trustgraph.blueprints':
    "By configuration alone agent-mem takes the place of TrustGraph's own agent in a flow, stands beside it, or goes by its id",
  'trustgraph.conversation':
    'In a TrustGraph flow what was told is recalled in the same conversation and in others of its workspace and collection, and in no other',
  'trustgraph.memory':
    "Facts, episodes and conversations are asked through TrustGraph's gateway, by REST and WebSocket, in the flow's workspace only",
  'trustgraph.token':
    'A TrustGraph flow with a scope token does what that allows; with one that does not hold it is refused by name, and stands in the audit log',
  'trustgraph.memory-tools': "TrustGraph's own agent stores and finds facts by memory's tools",
  'package.program':
    'The packed program, installed from its one file into an empty folder, answers and remembers after a restart',
  'package.library': 'Five lines of a program store and retrieve without a server, a key or a type error',
  'client.package':
    'The packed client calls a fleet from Node 20 and 24, Deno and Bun, and its types compile under TypeScript 5.0 and 5.9',
  'package.old-node': 'On a Node that is too old the packed program says in one sentence which it needs, and ends with 1',
  'package.cluster': 'The packed program runs on Pulsar, Neo4j, Qdrant, Redis and PostgreSQL with nothing else installed',
  'damage.named':
    'Damaged data is answered to nobody: what is damaged is named by the answer, the health and check, with the command that helps',
  'damage.missing':
    'A folder whose data file is gone, empty or another is refused, until --new-data says that it is to begin anew',
  'disk.full':
    'A full or read-only disk is named with its folder and free bytes, once in the log, and work goes on when there is room',
  'health.descriptors': 'A process that may open no more files is not ready, and what it cannot do is answered as unavailable',
  'start.held': 'Data has one owner also when its lock files are deleted by hand',
  'mcp.http': 'Clients of MCP of either revision, and plain curl without a handshake, store and recall at /mcp',
  'agent.conversation':
    'Once an invocation has answered, its conversation shows what was said and can be ended, and the next question knows it',
  'agent.waits':
    'A run that waits for an approval goes on after a stop and a start, by any way in; each decision has one effect, and none for other arguments',
  'agent.forks': 'A new run begins from any step of a run that has ended or waits, and both stay',
  'vault.edited':
    'A line edited by hand in a file of the vault changes the next answer, and a fact whose file was deleted is deleted',
  'vault.rebuilt': 'Without its data file memory is made anew from the files of the vault, with its ids and its answers',
  'vault.owned': 'Of the processes of a cluster that name one vault one writes it, and another goes on when that one is killed',
  'vault.killed': 'A fleet that is killed between a fact, its file and its commit loses none of them',
  'agent.tools':
    'Tools of MCP servers, HTTP interfaces and programs answer questions; their output is stored whole whatever its size, and their secrets reach nothing',
  'mcp.stdio': 'agent-mem mcp serves the same clients on standard input and output, and remembers between processes',
  'proxy.clients':
    "The makers' clients of model servers and their frameworks remember across conversations by a base URL alone, with tools, streaming and not",
  'hooks.clients':
    "Claude Code, Codex, Gemini CLI and Cursor's local agent remember from one session to the next by an installed hook, which an uninstall takes out without a trace",
} as const;

export type RequirementId = keyof typeof requirements;
