/** What is different from TrustGraph's own agents by intent: what they do, what this agent does, and the rows of the table of behaviours that it touches. */
export const differences: Readonly<
  Record<string, { readonly stock: string; readonly ours: string; readonly rows: readonly number[] }>
> = {
  'one-reader': {
    stock:
      'Whole texts and streams are read by two parsers: a stream without a thought, without arguments, or with null arguments ends the run',
    ours: 'One reader: a stream is the same step as the whole text, in whatever pieces it comes',
    rows: [37],
  },
  fences: {
    stock: 'The fence that closes a streamed reply may end up in the answer, depending on where the pieces were cut',
    ours: 'The fence around a reply is never shown',
    rows: [37, 39],
  },
  names: {
    stock: "A tool's name in single quotes or backticks, or in another case, is an unknown tool",
    ours: 'It is that tool',
    rows: [37, 38],
  },
  'bad-args': {
    stock: 'Arguments that are no JSON object are a parse error, end a streamed run, or end any run behind the tool call',
    ours: 'They are an observation of the tool that was named; thought and name stay, and the run goes on',
    rows: [37],
  },
  braces: {
    stock: 'Braces in the strings of arguments are counted as if they were JSON, which ends a streamed run',
    ours: 'They are not counted',
    rows: [37],
  },
  'first-step': {
    stock:
      'Of a whole text the last step counts, so that an answer which the model invents behind its action wins; in a stream the first one counts',
    ours: 'The first complete step counts; what is invented behind it is not read',
    rows: [37],
  },
  'line-breaks': {
    stock: 'Whole thoughts and answers lose their line breaks, and with them their Markdown; what stands behind JSON is dropped',
    ours: 'They are as the model wrote them',
    rows: [37, 40],
  },
  'empty-answer': {
    stock: 'An empty final answer is an answer',
    ours: 'The agent reports to the model once that its answer is empty',
    rows: [37],
  },
  markers: {
    stock: 'Markers in lower case or with Markdown around them are not seen',
    ours: 'They are markers',
    rows: [37],
  },
  'one-line': {
    stock: 'A whole text with two markers in one line is misread; a stream is not',
    ours: 'Both are read',
    rows: [37],
  },
  'args-first': {
    stock: 'Arguments before their action are a parse error',
    ours: 'The action counts, without arguments',
    rows: [37],
  },
  'stream-parse-error': {
    stock: 'A streamed text that is no step ends the run by an error',
    ours: 'The agent reports it to the model, as with whole texts',
    rows: [13],
  },
  'second-prose': {
    stock: 'A model that never writes the form is asked until the limit, and the run ends by an error',
    ours: 'The second text in a row that is no step is the answer; if it is empty, the run ends by an error that says so',
    rows: [12],
  },
  'empty-text': {
    stock: 'An empty text ends the run by a message of the JSON parser',
    ours: 'The agent reports to the model once that its text was empty',
    rows: [12],
  },
  'model-retries': {
    stock: 'A model that fails ends the run; one that is rate-limited is silent, for up to ten minutes',
    ours: 'It is asked again up to `model-attempts` times, each of at most `model-timeout-ms`; then the run ends by its words',
    rows: [18],
  },
  'keep-alive': {
    stock: 'While a model or a tool works no frame comes, and clients that wait 120 seconds ask again',
    ours: 'Every 60 seconds an explain frame of the session comes, which says nothing new',
    rows: [7],
  },
  'error-form': {
    stock: "Gateways from 2.10.18 to 2.11.1 show every error of an agent as `'Error' object has no attribute 'code'`",
    ours: 'The last frame has the words in `content` and an error with an empty message, which these gateways pass on; TRUSTGRAPH_ERROR_FORM has the other forms',
    rows: [19],
  },
  'conversation-id': {
    stock: '`conversation_id` is lost at the first step (agent-manager-react)',
    ours: 'It stays, with all other members',
    rows: [47],
  },
  usage: {
    stock: 'The last frame has the tokens of the last step only (the orchestrator), or none',
    ours: 'It has those of all steps that agents of ours took',
    rows: [46],
  },
  'pattern-decision': {
    stock:
      'A pattern-decision stands in the chain of provenance when the client gave the session id, and empties tg-show-explain-trace',
    ours: 'There is none; the richer triples of the orchestrator are all there, in the chain of the plain agent',
    rows: [41],
  },
  patterns: {
    stock:
      'The orchestrator follows `plan-then-execute` and `supervisor` where a client asks for them; agent-manager-react does not',
    ours: 'As agent-manager-react: the agent reasons step by step about every question',
    rows: [47],
  },
  'missing-argument': {
    stock: 'A fixed argument that is missing is sent as null',
    ours: 'The agent reports to the model which one is missing',
    rows: [29, 30, 33, 34],
  },
  'json-template': {
    stock: 'A prompt tool with a template of JSON shows `None`',
    ours: 'It shows the JSON',
    rows: [31],
  },
  'structured-query': {
    stock: 'Data is JSON text inside JSON text; errors are not shown',
    ours: 'Data is JSON text; where there is none, the errors are the observation',
    rows: [33],
  },
  'tool-service': {
    stock: 'Every call of a tool service fails (2.8.2 and later)',
    ours: 'It works, on queues in either notation',
    rows: [35],
  },
  'large-observation': {
    stock: 'Observations are of any size',
    ours: 'With memory, one over DETAIL_CAPTURE_TOKENS is stored whole and travels as its reference and an excerpt; without, head, tail and the lines that report errors stand in TOOL_OUTPUT_MAX_BYTES. A step that would not pass the broker is cut further, the oldest texts first',
    rows: [36],
  },
  'one-bad-tool': {
    stock: 'One malformed tool has the whole new set refused, and after a restart the workspace has no agent',
    ours: 'Only that tool stays as it was, or is left out if it never was well-formed',
    rows: [50],
  },
  'partial-changes': {
    stock:
      'A change of tool services alone leaves the agent without tools; a change of tools alone breaks those of tool services',
    ours: 'Both are always read together',
    rows: [50],
  },
  'no-tools': {
    stock: 'A workspace without tools has no agent',
    ours: 'The same without memory; with memory the agent answers its questions',
    rows: [17],
  },
  settings: {
    stock: '`additional-context` is never delivered; the number of iterations is an option of the process',
    ours: 'All settings come from the flow, else from config types agent-mem and agent, while the flow runs',
    rows: [15, 48],
  },
  'silent-librarian': {
    stock: 'A silent librarian delays each text by 120 seconds',
    ours: 'It delays one text by 5 seconds, and then none for a minute',
    rows: [44],
  },
  'letters-beyond-ascii': {
    stock: 'JSON in observations and triples has escapes for letters beyond ASCII',
    ours: 'It has the letters',
    rows: [32],
  },
};
