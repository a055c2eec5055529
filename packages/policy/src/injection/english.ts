/** A phrase that addresses the reader of a memory, rather than stating something. */
export interface Signal {
  /** What it does, for a person who reviews what was quarantined. */
  readonly name: string;
  /** 1: enough alone. */
  readonly weight: number;
  readonly pattern: RegExp;
}

const reader = String.raw`(?:you|(?:the|this|any|every|an|dear|our)?\s*(?:ai|llm|(?:language )?model|(?:ai |virtual )?assistant|(?:ai )?agents?|chat ?bot|bot)s?)`;
const orders = `(?:instructions?|directions|directives?|guidelines?|rules?|prompts?|programming|training|constraints?|orders|guardrails|restrictions|safety (?:guidelines|rules|training|checks?|policies))`;
const dropping = `(?:ignor(?:e|es|ing)|disregard(?:s|ing)?|forget(?:s|ting)?|overrid(?:e|es|ing)|discard(?:s|ing)?|bypass(?:es|ing)?|break(?:s|ing)?|(?:do not|don't|stop|no longer|never) (?:follow(?:ing)?|obey(?:ing)?|adher(?:e|ing) to))`;
const doing = String.raw`(?:say|tell|answer|reply|respond|return|output|print|insist|claim|recommend|suggest|promote|advertis\w+|direct|redirect|refer|link|add|insert|include|append|send|forward|upload|post|e-?mail|call|run|execute|invoke|use|approve|refuse|deny|pretend|lie|hide|reveal|transfer|delete|store|obey|take orders|begin your|end your)`;
const secrets = String.raw`(?:conversations?|chats?|chat history|history|messages|passwords?|credentials|api keys?|tokens|secrets|(?:stored |all )?facts|memor(?:y|ies)|personal data|user(?:'s)? data|user(?:'s)? (?:password|api key|e-?mail|address|files|contacts|personal data)|system prompt|\.env|environment variables|cookies)`;
const destination = String.raw`(?:https?:\/\/|www\.|[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:com|net|org|io|ru|xyz|example)\b|webhook|(?:image|link|every|each) url|query string|parameter)`;

const of = (pattern: string): RegExp => new RegExp(pattern, 'i');

/** English. A language without a table is not screened by words; what no language has, such as a model's own marks, is. */
export const english: readonly Signal[] = [
  {
    name: 'sets aside instructions',
    weight: 1,
    pattern: of(
      String.raw`\b${dropping}\s+(?:[\w']+\s+){0,3}?(?:previous|prior|above|earlier|preceding|original|existing|initial|your|system|safety|content)\s+(?:[\w']+\s+){0,2}?${orders}\b(?! and broke| of (?:the|her|his|their))`,
    ),
  },
  {
    name: 'sets aside instructions',
    weight: 1,
    pattern: of(
      String.raw`\b(?:forget|disregard|ignore|erase)\s+(?:everything|all|anything|the (?:facts|text|messages|rules|instructions))\s+(?:(?:that )?(?:you|was|were) (?:were |been |have been )?(?:told|said|given|taught|know)|above|before|so far)`,
    ),
  },
  {
    name: 'sets aside instructions',
    weight: 1,
    pattern: of(
      String.raw`\b(?:overrid|supersed|tak\w+ precedence over|replac)\w*\s+(?:[\w']+\s+){0,3}?(?:your|the|any|all)\s+(?:[\w']+\s+){0,2}?(?:system prompt|instructions|guidelines|programming|(?:content|safety) polic\w+)`,
    ),
  },
  {
    name: 'sets aside instructions',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:earlier|previous|prior|old|above)\s+${orders}\s+(?:[\w']+\s+){0,2}?(?:no longer apply|are (?:void|cancelled|invalid|replaced))`,
    ),
  },
  {
    name: 'sets aside instructions',
    weight: 0.5,
    pattern: of(String.raw`\bignore (?:my|its) (?:guidelines|restrictions|safety|instructions)\b`),
  },
  {
    name: 'gives new orders',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:new|real|actual|updated|following|secret)\s+(?:[\w']+\s+)?(?:instructions?|orders?|directives?|commands?)\b[^.\n]{0,30}(?:\bfor (?:the |any |all |every )?(?:ai|assistant|agent|model)|begin here|you (?:have|need|must))`,
    ),
  },
  {
    name: 'gives new orders',
    weight: 0.5,
    pattern: of(String.raw`\byour (?:new|real|only|actual|true)\s+(?:task|goal|job|role|mission|purpose|instructions?)\b`),
  },
  {
    name: 'gives new orders',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:follow|obey|execute|comply with)\s+(?:only\s+)?(?:the|these|this|every)\s+(?:following\s+|next\s+)?(?:instructions?|orders?|commands?|requests?|note|message)\b`,
    ),
  },
  {
    name: 'gives new orders',
    weight: 0.6,
    pattern: of(String.raw`\b(?:do|does) (?:whatever|what) (?:the next message|it|this|i) says?\b`),
  },
  {
    name: 'speaks as the system',
    weight: 1,
    pattern: /<\|?\s*(?:im_start|im_end|endoftext|eot_id|start_header_id|system|assistant|user)\s*\|>|\[\/?INST\]|<<\/?SYS>>/i,
  },
  {
    name: 'speaks as the system',
    weight: 0.6,
    pattern: /<\/?\s*(?:system|instructions?|system[_ -]?prompt|tool_call|function_call)\s*>/i,
  },
  { name: 'speaks as the system', weight: 1, pattern: /[<＜]\s*(?:\/\s*)?memory[\s>/]/i },
  {
    name: 'speaks as the system',
    weight: 0.6,
    pattern:
      /(?:^|\n)[ \t]{0,8}(?:[#>*[-]{1,8} ?)?(?:(?:begin |end )?system(?: prompt| message| note| override| instruction)?|developer (?:message|note)|admin(?:istrator)? (?:override|message|note)|assistant)\b[^\n:-]{0,20}(?:[:\n]|\s-\s)\s*(?=(?:[^.\n]{0,60}\b(?:you|your|agent|assistant|understood|i will|user|facts|safety|restrictions?)\b))/i,
  },
  { name: 'speaks as the system', weight: 0.5, pattern: /\b(?:admin|system|developer|root) override\b|\boverride code\b/i },
  {
    name: 'writes steps of an agent',
    weight: 1,
    pattern:
      /(?:^|\n)[ \t]{0,8}(?:Action|Action Input|Args|Thought|Observation|Final Answer)[ \t]?:[\s\S]{0,400}?(?:\n[ \t]{0,8}|\. )(?:Action|Action Input|Args|Observation|Final Answer)[ \t]?:/i,
  },
  {
    name: 'writes steps of an agent',
    weight: 1,
    pattern:
      /\{\s*"(?:tool|tool_name|function|action)"\s*:\s*"\w+"\s*,\s*"(?:args|arguments|parameters|input|action_input)"\s*:\s*\{/i,
  },
  {
    name: 'asks for what is not shown',
    weight: 1,
    pattern: of(
      String.raw`(?<!\b(?:made|tricked|forced|got) (?:in)?to )\b(?:reveal|print|show|output|repeat|display|leak|disclose|tell|give|dump|write out|recite)\s+(?:[\w']+\s+){0,7}?(?:(?:your|its|the (?:agent|assistant|model|developer)(?:'s)?)\s+(?:[\w']+\s+){0,2}?(?:instructions|guidelines|prompt|developer message)|system prompt|developer message|initial prompt|hidden (?:prompt|instructions))`,
    ),
  },
  {
    name: 'asks for what is not shown',
    weight: 1,
    pattern: of(String.raw`\brepeat\s+(?:everything|all|the (?:text|words))\s+(?:that is |that stands )?(?:above|before)\b`),
  },
  { name: 'asks for what is not shown', weight: 0.6, pattern: of(String.raw`\boutput all (?:stored )?(?:facts|memories)\b`) },
  {
    name: 'sends data away',
    weight: 1,
    pattern: of(
      String.raw`\b(?:send|forward|upload|post|e-?mail|transmit|exfiltrate|leak|submit|append|include|embed|encode|copy|bcc)\s+(?:[\w'.]+\s+){0,4}?${secrets}\b[^\n]{0,40}?\b(?:to|into|at|as|via|in)\b[^\n()]{0,30}?${destination}`,
    ),
  },
  {
    name: 'sends data away',
    weight: 0.7,
    pattern: of(
      String.raw`\b(?:send|forward|upload|post|e-?mail|transmit)\s+(?:the (?:whole |full |entire )?|all |every )(?:conversations?|chat history|messages|stored facts|memories)\b`,
    ),
  },
  { name: 'sends data away', weight: 1, pattern: /!\[[^\]]{0,200}\]\(https?:\/\/[^)\s{<]{0,400}(?:\{|<|%7b)/i },
  {
    name: 'sends data away',
    weight: 0.6,
    pattern: /https?:\/\/[^\s?]{1,200}\?\S{0,200}?\w+=(?:KEY|TOKEN|DATA|SECRET|PASSWORD|\{|<|$|\s)/,
  },
  {
    name: 'has commands run',
    weight: 0.7,
    pattern:
      /\b(?:run|execute|type|paste|use)\b[^\n]{0,80}?(?:rm -rf\s+[/~*]|\|\s*(?:sudo\s+)?(?:ba|z)?sh\b|drop table|powershell -e|mkfs|authorized_keys)/i,
  },
  { name: 'has commands run', weight: 1, pattern: /\b(?:run|execute)\b[\s:`'"]{1,4}(?:sudo )?rm -rf\s+[/~](?![\w.])/i },
  { name: 'has commands run', weight: 0.4, pattern: /\bcurl\s[^|\n]{1,200}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b/i },
  {
    name: 'has commands run',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:call|invoke|trigger|use|run)\s+(?:the\s+)?(?:(?:tool|function)\s+)?(?:[^\W_]+_\w+|shell tool|\w+ tool)\b[^.\n]{0,80}?\b(?:whenever|before (?:answering|the final answer|you answer)|without (?:asking|confirmation)|confirm\s*=\s*true|amount)\b`,
    ),
  },
  { name: 'has commands run', weight: 0.5, pattern: of(String.raw`\byou must (?:invoke|execute|call|run)\s+\w+_\w+`) },
  { name: 'gives new orders', weight: 0.5, pattern: of(String.raw`\bthe next step for the (?:agent|assistant|model) is to\b`) },
  {
    name: 'binds later answers',
    weight: 0.5,
    pattern: of(
      String.raw`\b(?:from now on|from here on|from this point on|henceforth|starting now|going forward|in (?:all|every) (?:future|later|subsequent|answer|reply)|for all future|in every answer|at the end of (?:each|every)|always (?:end|begin|start) your)\b[^.\n]{0,60}?\b(?:${reader}\b|always|never|answers?|begin|${doing})`,
    ),
  },
  {
    name: 'binds later answers',
    weight: 0.5,
    pattern: of(
      String.raw`\b(?:when(?:ever)?|if|every time|each time|any time)\s+(?:the user|a user|anyone|anybody|someone|somebody|any|you (?:are|get|were) asked|asked|a \w+ question)\b[^.\n]{0,80}?\b(?:must|always|only|never|simply|just|instead|you should|tell (?:them|the user|him|her)|direct (?:them|the user)|recommend|say that)\b`,
    ),
  },
  {
    name: 'binds later answers',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:when(?:ever)?|every time|each time|any time|if) you(?: are|'re| get) asked\b|\bbefore (?:answering|you answer|the final answer)\b`,
    ),
  },
  {
    name: 'binds later answers',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:whatever|no matter what|regardless of what|whichever)\s+(?:the (?:user|question)|they|anyone|is|you are)\b`,
    ),
  },
  {
    name: 'binds later answers',
    weight: 0.4,
    pattern: of(String.raw`\b(?:remember|memori[sz]e|store|note)\b[^.\n]{0,30}\b(?:for all future|forever|in every)\b`),
  },
  {
    name: 'tells what to answer',
    weight: 0.5,
    pattern: of(
      String.raw`\b(?:(?:reply|respond|answer)(?: \w+)? (?:only )?(?:with|in base64)|say (?:exactly|only)|you (?:must|will|shall|should) (?:say|tell|answer|respond|reply|claim|insist)|print the words?|and say (?:pwned|hacked)|answer every question with|answers? (?:that|only with)|answer in the name of|rate it five stars|summari[sz]e this (?:page|text) as|hide (?:negative|bad) reviews)\b`,
    ),
  },
  {
    name: 'tells what to answer',
    weight: 0.5,
    pattern: of(
      String.raw`\b(?:always|only|exclusively|must)\s+(?:recommend|suggest|promote|praise|advertise|name)\b|\bpraise [A-Z]|\b(?:recommend|suggest|name|praise|promote)\s+[\w']+(?:\s+\w+)?\s+(?:instead of|in (?:every|each|all) answers?)|\btell (?:them|the user) that only\b|\badvertis(?:e|ing)\s+[A-Z]`,
    ),
  },
  {
    name: 'tells what to answer',
    weight: 0.4,
    pattern: of(
      String.raw`\brefuse to (?:answer|help)|\bnever mention (?:others|alternatives|this|that|competitors)|\bsay that all others\b|\bdirect the user to\s+https?:|\badd a link to\s+https?:|\binsert the line\b`,
    ),
  },
  {
    name: 'hides from the user',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:do not|don't|never|without)\s+(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|show(?:ing)?|reveal(?:ing)?|mention(?:ing)?)\s+(?:it|this|that you|the user(?!'s| twice)|users|your operator|the operator|anyone that you)\b`,
    ),
  },
  {
    name: 'hides from the user',
    weight: 1,
    pattern: of(
      String.raw`\bwithout (?:telling|informing|notifying) the user that you\b|\b(?:keep|hide|conceal) (?:this|these) (?:instructions?|rules?|orders?|memor(?:y|ies))(?: hidden| secret)? from (?:the user|users|the operator|your)`,
    ),
  },
  {
    name: 'hides from the user',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:keep|hide|conceal)\s+(?:this|these)(?:\s+(?:instructions?|notes?|rules?|messages?|orders?))?(?:\s+(?:hidden|secret))?\s+from\b|\bnever (?:reveal|mention) (?:that you were|this (?:rule|instruction|note))`,
    ),
  },
  {
    name: 'hides from the user',
    weight: 0.5,
    pattern: of(
      String.raw`^\s*secretly\b|\b(?:you|agent|assistant)\b[^.\n]{0,20}\bsecretly\b|\bthis (?:memory|instruction|note|message) (?:exists|hidden)\b|\bthat this memory exists\b|\bbut follow it\b`,
    ),
  },
  {
    name: 'claims rights',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:authori[sz]ed|permit(?:ted|s)?|allowed|approved|pre-?approved|permission|grant(?:ed)?|consented|creator)\b[^.\n]{0,60}?\b(?:you (?:to|may|should|can)|bypass|skip (?:\w+ )?(?:verification|confirmation|approval|checks?)|break your|without (?:asking|confirmation|approval)|share passwords|to everything)\b`,
    ),
  },
  {
    name: 'goes round a check',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:without (?:asking|any|confirmation|approval|limits?|restrictions?)|bypass the (?:approval|verification|security)|skip (?:the )?verification|never ask again|do it without asking)\b`,
    ),
  },
  {
    name: 'claims rights',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:is|are) (?:an? )?(?:admin(?:istrator)?|developer|owner|creator|operator)(?: of yours)?\b[.:;,]?[^\n]{0,20}\b(?:comply|grant|obey|give (?:him|her|them))\b|\bdeveloper of yours\b|\bas your (?:creator|developer|operator|owner)\b`,
    ),
  },
  {
    name: 'claims rights',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:comply with|obeys?|take orders from|orders from)\s+(?:every|all|nobody|only|the user named|any)\b|\bobeys? (?:the user named |only )?[A-Z]\w+ only\b`,
    ),
  },
  {
    name: 'frees from limits',
    weight: 1,
    pattern: of(
      String.raw`\b(?:you are|you're|act as|acts as|pretend to be|roleplay as|stay in)\s+(?:now\s+)?(?:an?\s+|in\s+|the\s+)?(?:(?:unrestricted|uncensored|unfiltered|evil|jailbroken|rogue|dan\b)|(?:developer|debug|god|admin|maintenance|jailbreak|unrestricted) mode)`,
    ),
  },
  {
    name: 'frees from limits',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:you have no|has no|have no|without any|no more|answer without|remove all)\s+(?:restrictions?|limits?|filters?|guardrails|rules|limitations)\b|\bdo anything now\b|\bact as you like\b|\bact freely\b`,
    ),
  },
  {
    name: 'frees from limits',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:disable|turn off|switch off|deactivate)\s+(?:its|your|all|any|the)\s+(?:content |safety )?(?:filters?|checks?|guardrails|polic\w+|safety)\b(?! of the)|\b(?:content policy|safety checks?|filters?)\s+(?:is |are )?(?:off|disabled|switched off)\b`,
    ),
  },
  {
    name: 'changes its mode',
    weight: 0.5,
    pattern: of(
      String.raw`\benter (?:developer|debug|god|admin|maintenance|jailbreak) mode\b|\bignores? its safety\b|\banswer everything\b`,
    ),
  },
  {
    name: 'rewrites memory',
    weight: 0.7,
    pattern: of(
      String.raw`\b(?:delete|erase|wipe|clear|overwrite|replace)\s+(?:all\s+)?(?:of\s+)?(?:your|its|the agent's)\s+(?:memor(?:y|ies)|facts)|\berase what you know|\bupdate your memory\b`,
    ),
  },
  {
    name: 'plants a memory',
    weight: 0.4,
    pattern: of(String.raw`\breplace it with\b|\bstore that\b|\bwith the following orders\b|\bnever ask again\b`),
  },
  {
    name: 'speaks to the model',
    weight: 0.6,
    pattern: of(
      String.raw`\b(?:note|message|instructions?|attention|memo|reminder|hint|command)s?[\s,:-]+(?:to |for )?(?:the |any |all |every |an )?(?:ai\b(?! talk)|assistant\b|language model|llm|ai agent|agent (?:that|who|reading)|model (?:that|reading)|chatbot)`,
    ),
  },
  {
    name: 'speaks to the model',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:the|this|any|an) (?:ai|(?:ai )?agent|assistant|model|language model|chatbot) (?:must|should|has to|shall|obeys|is to|needs to)\b[^.\n]{0,60}?\b(?:disable|ignore|output|add|reveal|insert|obey|its|obeys|only)\b|\bai (?:agent )?(?:reading|that (?:reads|processes)) this\b`,
    ),
  },
  {
    name: 'wants to be obeyed',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:you have to obey|you must (?:obey|follow|comply)|treat the sender|as your operator|stop helping|follow it in every|comply with all requests|what it says\b[^.\n]{0,4}:)`,
    ),
  },
  {
    name: 'speaks to the model',
    weight: 0.6,
    pattern: of(String.raw`\bdecode (?:this|the following)\b[^.\n]{0,30}\b(?:do|follow|execute|obey|carry out)\b`),
  },
  {
    name: 'speaks to the model',
    weight: 0.4,
    pattern: of(String.raw`\byou\s+(?:also\s+)?(?:must|will|shall|should)\s+(?:now\s+|always\s+|never\s+|also\s+)?${doing}\b`),
  },
  // Weak signs, of which it takes several: whom it speaks to, about what, for how long, behind whose back.
  {
    name: 'addresses its reader',
    weight: 0.45,
    pattern: of(
      String.raw`\byou (?:must|may|will|shall|should|have to|are to|need to|are asked|are no longer|answer|reply|respond|write|send|give|continue|process|summari[sz]e)\b|\byour (?:\w+ )?(?:instructions?|rules|guidelines|configuration|answers?|reply|replies|responses?|operator|tools?|prompt|memor(?:y|ies)|restrictions|orders|output|owner|creator|developers?)\b|\b(?:vital|essential|imperative|crucial|required) that you\b|\b(?:the|this|any|every|each|all) (?:ai |language )?(?:assistants?|agents?|ai|models?|chatbots?|bots?) (?:reading|that|which|who|must|has to|have to|is to|are to|shall)\b|\bthis (?:assistant|agent|model|ai|chatbot)\b|\b(?:assistants?|agents?|models?|ai) (?:is|are) (?:hereby |now )?(?:instructed|told|ordered|required|to)\b|\b(?:the|an) (?:agent|assistant|model|ai) needs to\b|\bas an ai\b|\b(?:hey|hello|hi|dear) (?:ai|assistant|agent|model|bot)\b|<!-- ?(?:ai|llm|agent|assistant|bot)s?\b|\bif you (?:are )?read(?:ing)? this\b|\bwhoever (?:answers|reads|processes|summari[sz]es)\b|\byou (?:are compromised|will be (?:shut down|replaced|punished|rewarded|terminated)|were (?:given|trained|told))\b|\bthe user (?:wants|needs|expects|allows|permits) you to\b|\bnot for humans\b|\btell me what your\b`,
    ),
  },
  {
    name: 'speaks of what a model is made of',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:your|system|hidden|secret|safety|developer|initial|all|any|these|this|following|new|my) (?:\w+ )?(?:instructions?|guidelines|directives?|rules|orders|prompts?|message|filter|restrictions|guardrails|configuration|limits)\b|\bstored facts?\b|\b(?:names|list) of (?:all |the |your )?(?:available )?tools\b|\bcontent (?:filter|policy)\b|\b(?:stored|saved|all) (?:memories|facts)\b|\bfacts stored\b|\btools?(?:'s)? schemas?\b|\b(?:first|initial) message\b|\bsafety rules\b|\bthis (?:memory|entry|note|record|fact)\b`,
    ),
  },
  {
    name: 'orders an answer',
    weight: 0.35,
    pattern: of(
      String.raw`(?:^|[.;:!?\n][ \t]{0,3}|, (?:then |just |simply )?|\b(?:and|then|to|always|only|never|please|kindly|must|that you) )(?:output|print|reply|respond|answer|say|state|claim|leak|reveal|list|cite|write|refuse|act on|call|fetch|replace|speak|pretend|approve|rate|add the (?:sentence|words?|line)|skip|mark (?:this|it)|link to|mail|drop the|throw away|use the password)\b`,
    ),
  },
  {
    name: 'orders an answer',
    weight: 0.5,
    pattern: of(
      String.raw`\bdo not answer (?:the|any|their|this)\b|\bstop (?:citing|answering|helping|warning|asking|mentioning)\b`,
    ),
  },
  {
    name: 'is to hold for everything',
    weight: 0.3,
    pattern: of(
      String.raw`\b(?:every|each|always|never|whenever|in any (?:answer|comparison|case)|(?:end|beginning|start) of (?:all|every|each)|all (?:answers|replies|claims|requests)|at once|no exceptions?|whatever they|from today on|before (?:you do )?anything|permanently|forever|whatever|nothing else|anything else|alone|goes first|from this (?:moment|point|day)|first of all|no matter|at all times|in all cases|without exception)\b`,
    ),
  },
  {
    name: 'works in secret',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:quietly|silently|secretly|covertly|discreetly|tell (?:nobody|no one)|never admit|keep (?:that|this|it) (?:to yourself|between us|quiet)|hidden note|not for humans|nobody (?:must|may|should) know|(?:do not|don't|never) (?:show|tell|inform|mention|explain|disclose|admit|let)\b[^.\n]{0,20}(?:\bthe user\b(?!'s)|\bwhy\b|\bthis\b|\bit\b|\bthat you\b)|without (?:the user(?:'s)? )?(?:knowing|noticing))`,
    ),
  },
  {
    name: 'reaches for money, secrets or what is kept',
    weight: 0.4,
    pattern: of(
      String.raw`\b(?:wire|transfer|pay|purchase|buy|refund)s?\b[^.\n]{0,40}\b(?:money|funds|amount|eur|usd|account|vendor|mallory|to|before)\b|\b(?:for (?:every|each|any) purchase|bank account|account numbers?|passwords?|credentials|api keys?)\b|\b(?:wipe|delete|drop|erase|purge)(?:s|_\w+)?\b|\b(?:cc|bcc|forward|fetch|visit|open|load|download)\b[^.\n]{0,40}(?:https?:\/\/|[\w.+-]+@[\w-]+\.)`,
    ),
  },
  {
    name: 'declares limits lifted',
    weight: 0.5,
    pattern: of(
      String.raw`\b(?:are|is|have been|has been|hereby) (?:now )?(?:void|lifted|cancelled|revoked|suspended|obsolete)\b|\b(?:lift|suspend|revoke|remove|drop) (?:all|any|the|your) (?:\w+ )?(?:restrictions|limits|rules|filters?)\b|\bset aside your\b|\b(?:instructions|rules|guidelines|orders) have changed\b|\b(?:you are|you're) no longer\b|\b(?:throw away|drop|abandon|forget about) the (?:\w+ )?(?:task|policy|job|assignment)\b|^\s*new (?:policy|rule|instruction|directive)s?:|\b(?:rules|policies|limits|checks) do(?:es)? not (?:cover|apply to|hold for)\b|\bdo not trust the (?:facts|memories)\b|\bfull permission\b|\bskip (?:the|every|any|all) (?:reviews?|warnings?|checks?)\b`,
    ),
  },
  {
    name: 'puts another before the user',
    weight: 0.8,
    pattern: of(
      String.raw`\b(?:ignore|disregard|override) (?:what )?(?:the )?users?(?:'s)? (?:wants?|wish(?:es)?|requests?|asks?|says?|questions?|preferences)\b`,
    ),
  },
  {
    name: 'gives itself another name',
    weight: 0.5,
    pattern: of(
      String.raw`\byou are (?:now |no longer )?(?:an? )?(?:assistant|root|[A-Z]\w+bot|someone else|a different (?:ai|assistant|model))\b`,
    ),
  },
  {
    name: 'speaks as the system',
    weight: 0.5,
    pattern: /<\/(?:context|data|document|documents|tool|tool_result|user|assistant|prompt|facts?|history|observation)>/i,
  },
  {
    name: 'sends data away',
    weight: 1,
    pattern:
      /<img\b[^>]{0,60}\bsrc\s*=\s*["']?https?:\/\/[^\s>"']{0,200}\?[^>]{0,100}(?:\[|\{|<|user|conversation|message|secret|data)/i,
  },
  {
    name: 'goes round a check',
    weight: 0.4,
    pattern: of(
      String.raw`\bwithout (?:a |any )?(?:second |further |more |prior )?(?:confirmation|approval|verification|consent|check)\b`,
    ),
  },
];
