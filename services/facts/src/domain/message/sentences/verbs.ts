const irregular: ReadonlySet<string> = new Set(
  `am is are was were has have had can can't cannot could will won't does doesn't do don't did didn't isn't aren't wasn't weren't hasn't haven't must needs
  became began bought broke brought built came caught chose cut drank drew drove ate fell fought found flew forgot gave got went grew heard held hid hit
  hurt kept knew laid led left lent let lost made meant met misread misheard mistook paid put quit read rode ran said sang sat saw sent set slept sold split spoke spent stood stole
  swam swore taught told took threw understood woke won wore wrote tore blew bit bent dug froze hung rose shook shot shut sank slid stuck struck swung withdrew overcame overtook underwent undertook bore
  bred fed fled forgave rang shone shrank sought sprang swept wept wove live work like love hate prefer want own play speak study teach run eat drink come go
  moved died`.split(/\s+/),
);
const both = new Set(
  'live work like love hate prefer want own play speak study teach run eat drink come go let put cut hit hurt read set quit split'.split(
    ' ',
  ),
);
const noVerbs: ReadonlySet<string> = new Set(
  `always as his hers its this thus us yes perhaps besides plus less unless across besides towards sometimes nowadays upstairs downstairs outdoors
  used called named aged related concerned`.split(/\s+/),
);

/** Whether a word in lower case can be the verb of somebody else: "fixes", "started", "broke". */
export function isVerb(word: string): boolean {
  if (irregular.has(word)) return true;
  return !noVerbs.has(word) && /^[a-z]+(?:[^su]s|ies|es|ed)$/.test(word);
}

/** Verbs of the moment, of the mind or of work at a machine: with "I" in front they say nothing that lasts. */
const passingVerbs: ReadonlySet<string> = new Set(
  `think guess mean know see need hope feel wonder wish understand get try agree believe suppose assume expect notice remember forget ask say tell call
  thank appreciate doubt bet promise swear admit apologize apologise find look make do give put can could will would should must may might shall am are was were
  have had did just only even really also still never always want click press open close install type enter submit send save delete upload download
  restart reload debug compile push pull merge commit import export set add change update create build test use run start stop keep leave let hear imagine consider pretend
  recommend suggest mention reply respond answer follow refer receive come bring show check read watch wait move turn stay sit stand figure realize realise care mind plan
  dream love like hate go begin end happen decide choose pick copy paste print return call define declare loop pass throw catch fetch query deploy
  don't can't won't didn't couldn't wouldn't haven't hadn't wasn't aren't doesn't cannot never no and or but not to of in on at for with from it
  now then here there soon once again already be been being literally basically totally absolutely simply`.split(/\s+/),
);

/** Whether "I" and a word in lower case say what its writer does as a rule: "I mow", "we homeschool". */
export function isHabit(word: string): boolean {
  return (
    /^[a-z]{3,}(?:-[a-z]+)?$/.test(word) &&
    !passingVerbs.has(word) &&
    (!irregular.has(word) || both.has(word)) &&
    !/(?:ed|ing|ly|[^s]s)$/.test(word)
  );
}
