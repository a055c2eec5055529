/** A tool as a prompt shows it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly type: string; readonly description: string }[];
}

/** One step of an invocation as templates see it. */
export interface StepVariables {
  readonly thought: string;
  readonly action: string;
  readonly arguments: string;
  readonly observation: string;
  readonly success: boolean;
  /** The observation is itself recalled memory. */
  readonly from_memory: boolean;
}

/** What was said without a long pause. */
export interface SessionVariables {
  readonly heading: string;
  readonly lines: readonly { readonly role: string; readonly content: string }[];
}

/** A fact as it is compared: memories are numbered from 0, new facts go on from there. */
export interface NumberedFact {
  readonly number: number;
  readonly content: string;
  /** When it was said (ISO 8601). */
  readonly timestamp: string;
}

/** What a summary of a conversation is made of. Its answer is the summary alone. */
export interface SummaryVariables {
  /** The summary so far; empty: there is none. */
  readonly previous: string;
  /** What is said in it that the summary so far has not. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Summaries of its parts, in order. */
  readonly summaries: readonly { readonly content: string }[];
  /** What was learned from it since the summary so far. */
  readonly facts: readonly { readonly content: string }[];
  readonly max_tokens: number;
}

/** What each template is filled with, and what its answer must be. */
export interface TemplateVariables {
  /** Answer: text with `Thought:`, then `Action:` and `Args:` (a JSON object), or `Final Answer:`. */
  readonly react: {
    readonly additional_context: string;
    readonly facts: readonly { readonly id: string; readonly content: string; readonly timestamp: string }[];
    readonly episodes: readonly {
      readonly id: string;
      readonly goal: string;
      readonly steps: readonly string[];
      readonly outcome: string;
      readonly lessons: string;
    }[];
    /** What earlier invocations of the conversation came to whose messages are not shown, oldest first. They stand among the sessions too. */
    readonly conversation: readonly { readonly query: string; readonly summary: string; readonly result: string }[];
    /** What the conversation is about; empty: nothing says it. */
    readonly conversation_summary: string;
    /** What was said in the conversation, by time, under a heading for each session that says when. */
    readonly sessions: readonly SessionVariables[];
    /** What was said in other conversations; the headings also say in which. */
    readonly other_sessions: readonly SessionVariables[];
    /** The trace so far, assembled within its budget. */
    readonly working_memory: readonly { readonly type: string; readonly content: string }[];
    readonly tools: readonly ToolDescription[];
    readonly state: string;
    readonly question: string;
    /** When it was asked, by which a model tells how old is what is remembered; empty: it is not known. */
    readonly asked_at: string;
    /** What the question tells of the user is learned when the invocation ends. */
    readonly learns: boolean;
    /** The tool retrieve_memory is among the tools. */
    readonly opens_references: boolean;
  };
  /** Answer: a JSON list of 0 to 3 statements, or to `most`, each a text or `{"text", "subject", "predicate", "object", "valid_from", "from"}`, of which only the text is required. */
  readonly 'extract-facts': {
    readonly message: string;
    /** When it was said. Absent: messages of several days are read together. */
    readonly said_at?: string;
    readonly observations: readonly string[];
    /** Where the messages of several invocations are read together. */
    readonly most?: number;
    /** What the owner of the memory has set to be learned or not, a sentence each. */
    readonly learning_rules?: readonly string[];
  };
  /**
   * Answer: a JSON list with `{"id", "event"}` for every number, each once; of a memory `NONE`, or `UPDATE` or `DELETE` with the new fact
   * `by` (`UPDATE` also with a `text` that says both); of a new fact `ADD`, or `NONE` with the memory `by`.
   */
  readonly 'reconcile-facts': {
    readonly memories: readonly NumberedFact[];
    readonly facts: readonly NumberedFact[];
    /** Why an earlier answer could not be used; empty: there was none. */
    readonly refused: string;
  };
  /**
   * Answer: JSON `{"task": boolean, "goal": string, "steps": [string], "outcome": string, "lessons": string, "solutions": [{"error": number,
   * "step": number, "why": string}]}`; the last may be absent, and a step of 0 says that none of the candidates got over the error.
   */
  readonly 'record-episode': {
    readonly question: string;
    readonly steps: readonly StepVariables[];
    readonly answer: string;
    /** What the owner of the memory has set to be learned or not, a sentence each. */
    readonly learning_rules?: readonly string[];
    /** Errors that were got over, each with the steps of which one must have done it, both numbered from 1. */
    readonly errors?: readonly {
      readonly number: number;
      readonly error: string;
      readonly candidates: readonly { readonly number: number; readonly attempt: string }[];
    }[];
  };
  /** Answer: as of record-episode; `task` is false where the conversation had no goal. */
  readonly 'record-conversation': {
    /** What was asked and done in it, oldest first. */
    readonly invocations: readonly { readonly query: string; readonly summary: string; readonly result: string }[];
    /** What else was said in it, oldest first. */
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    /** What is recorded already of its tasks. */
    readonly episodes: readonly { readonly goal: string; readonly outcome: string; readonly lessons: string }[];
    /** What the owner of the memory has set to be learned or not, a sentence each. */
    readonly learning_rules?: readonly string[];
  };
  /** Answer: a JSON list of 0 to 10 `{"message": number, "fact": string}`. */
  readonly 'conversation-facts': {
    readonly messages: readonly { readonly number: number; readonly content: string; readonly said_at: string }[];
    /** What was said just before them, oldest first. */
    readonly before?: readonly { readonly role: string; readonly content: string }[];
    /** Facts that are stored from this conversation already. */
    readonly known: readonly string[];
    /** What the owner of the memory has set to be learned or not, a sentence each. */
    readonly learning_rules?: readonly string[];
  };
  /**
   * Answer: JSON `{"text", "constraints": [string], "decisions": [string], "open_questions": [string], "errors": [{"error", "fix", "step"}]}` about
   * the items; the text is one paragraph within max_tokens.
   */
  readonly 'summarise-steps': {
    readonly goal: string;
    /** What is written down already of the steps before them. */
    readonly record: string;
    readonly items: readonly { readonly step: number; readonly type: string; readonly content: string }[];
    readonly max_tokens: number;
  };
  /** Answer: JSON `{"subject": string, "facts": [string]}`: what a source is about, in one to five words, and 0 to 8 statements that last. */
  readonly 'consolidate-source': {
    /** `detail` or `message`. */
    readonly kind: string;
    readonly description: string;
    readonly content: string;
    /** Subjects that have an article already. */
    readonly subjects: readonly string[];
    /** What the owner of the memory has set to be learned or not, a sentence each. */
    readonly learning_rules?: readonly string[];
  };
  /** Answer: the text of an article about the subject, within max_tokens. */
  readonly 'write-article': {
    readonly subject: string;
    readonly statements: readonly string[];
    readonly max_tokens: number;
  };
  /** Answer: what a stored text is, in one line. */
  readonly 'describe-detail': {
    readonly source: string;
    readonly content: string;
  };
  /** Answer: what the agent did, in one sentence. */
  readonly 'summarise-invocation': {
    readonly question: string;
    readonly steps: readonly StepVariables[];
    readonly answer: string;
  };
  /** Of little text: one sentence. */
  readonly 'summary-brief': SummaryVariables;
  /** Of a text that is read whole: one paragraph. */
  readonly 'summary-standard': SummaryVariables;
  /** Of one of several parts of a long text. */
  readonly 'summary-chunk': SummaryVariables;
  /** Of the summaries of parts: one text. */
  readonly 'summary-meta': SummaryVariables;
  /** The summary so far with what came since. */
  readonly 'summary-rolling': SummaryVariables;
  /** What was discussed, done and found, in two or three sentences: of what several voices said. */
  readonly 'summary-conversation': SummaryVariables;
  /** The same of what one voice noted piece by piece. */
  readonly 'summary-journal': SummaryVariables;
  /** The same of one long text. */
  readonly 'summary-document': SummaryVariables;
  /** Answer: a JSON object of this form, about all that was read so far. */
  readonly 'conversation-insights': {
    /** What the caller wants the insights for; empty: nothing was said. */
    readonly task: string;
    /** The members of the answer. */
    readonly items: readonly string[];
    /** JSON Schema of the answer. */
    readonly schema: string;
    /** The answer about the messages before these, as JSON; empty: there are none. */
    readonly found: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
  /** Answer: JSON `{"field": string}`, the name of one of the fields, or `null` for none. */
  readonly 'profile-field': {
    readonly content: string;
    readonly fields: readonly { readonly name: string; readonly description: string }[];
  };
}

/** The templates there are. */
export type TemplateName = keyof TemplateVariables;
