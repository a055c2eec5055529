const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Written with a capital wherever they stand, and no name of anybody: languages, peoples, faiths, abbreviations. In small letters. */
export const capitalisedWords: ReadonlySet<string> = list(`
i im ive id ill ok okay tv pc ai it id ids ceo cto cfo coo hr pr phd mba ba ma bsc msc gp er diy faq asap rsvp fyi btw lol omg tbd eta gps usb pdf url
api sdk ui ux sql html css json http https cpu gpu ram ssd vpn wifi sms dm dna adhd ptsd ivf mri am pm bc ad ce eur usd gbp chf jpy vat iban pin
internet god vitamin
african american arab arabic argentinian asian australian austrian belgian brazilian british bulgarian canadian catalan chilean chinese colombian
croatian cuban czech danish dutch egyptian english estonian ethiopian european filipino finnish french german greek hebrew hindi hungarian icelandic indian
indonesian iranian iraqi irish israeli italian jamaican japanese jordanian kenyan korean latin latvian lebanese lithuanian malaysian mandarin cantonese
mexican moroccan nepali nigerian norwegian pakistani persian peruvian polish portuguese romanian russian scottish serbian slovak slovenian spanish swahili
swedish swiss syrian taiwanese thai tunisian turkish ukrainian urdu venezuelan vietnamese welsh
buddhist buddhism catholic christian christianity hindu islam jewish muslim protestant sikh
americans brits europeans germans italians
mom mum mommy mummy dad daddy grandma grandpa granny grandmother grandfather auntie
user users assistant
`);

/** Days, months, feasts and seasons: beside a name they are no part of it. In small letters. */
export const calendarWords: ReadonlySet<string> = list(`
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
christmas easter halloween thanksgiving ramadan diwali hanukkah eid lent advent spring summer autumn winter fall
`);

/** Before a name: how a person is addressed or related, and no part of the name. In small letters. */
export const titles: ReadonlySet<string> = list(`
mr mrs ms mx miss dr doctor prof professor sir madam lady lord uncle aunt auntie grandma grandpa granny grandmother grandfather cousin brother sister
captain colonel general sergeant lieutenant officer judge president senator minister chancellor coach chef nurse father pastor reverend rabbi imam swami
mom mum dad
`);

/** Before a number they count and name nothing. In small letters. */
export const counters: ReadonlySet<string> = list(`
gate terminal room chapter page figure level type version part day week month year unit flight platform step section act scene phase stage line track
volume issue item no number table floor building block house apartment apt suite lot form class grade group team round season episode
`);

/** After a possessive they make one name with it, as in Regent's Park. In small letters. */
export const placeWords: ReadonlySet<string> = list(`
park school street road avenue lane square bridge college university hospital church cathedral chapel bay island beach point hill mountain lake garden gardens
market pub inn bar arms cafe café restaurant kitchen pizza gym club house hall cove creek cross gate head port wood theatre theater
`);

/** Between the parts of one name. */
export const connectors: ReadonlySet<string> = list(
  'of the de da do dos das del della di du des la le van von der den ter ten bin ibn al el and & y e zu',
);

/** A sentence often begins with them, and then they are no name. In small letters; what English leaves out of its index is not repeated. */
export const openers: ReadonlySet<string> = list(`
according actually additionally afterwards almost already alright also although always another anybody anyone anything anyway apart apparently around
apologies as ask aside at basically besides beyond bye cheers clearly come congratulations consider currently dear definitely despite do does done each earlier
eight eighteen either eleven else enough especially even eventually ever every everybody everyone everything everywhere exactly except excuse fifteen
fifty finally fine first five forget forty four frankly fun generally get give glad go good goodbye got great guess half happy hello help hence hey hi hmm
honestly hopefully hundred imagine indeed instead interesting it its just keep lastly lately later least lets like likewise listen look looking lots lovely luckily made
make many maybe meanwhile mostly much my neither never nevertheless next nice nine no nobody none nonetheless nor normally note nothing now nowadays
obviously occasionally oh one only originally otherwise overall perfect perhaps personally plain please plenty possibly previously probably quite rarely rather
really recently regarding regardless remember remind right sadly say second see seven seventeen several shall show similarly simply since six sixteen slowly
some somebody someday someone something sometimes somewhere soon sorry still stop strangely sure surely take tell ten thank thanks then there therefore
thirty thirteen this those though three thus till today tomorrow tonight too total tough toward towards true truly try twelve twenty twice two ugh
unfortunately unless unlike until upon us use usually very wait want was watch well welcome were what whatever whenever wherever whether which whichever while who
whoever whose wish within without wonderful wow yeah yep yes yesterday yet yo yup zero
may all both few little less more most other others own same such
add allow apply avoid book bring build buy call cancel change check choose clean close compare confirm copy create cut delete describe draw drink drive
eat explain fill find follow format generate grab hold import include install join keep leave let list load log meet move open paste pay pick play print push put
read remove rename reply replace return review run save schedule search select send set share sign speak start store switch teach think translate turn type
update upload visit wake walk wear write
`);

/** A sentence often begins with them too. Alone they are no name then, and before another word with a capital they are a part of it, as in New York. In small letters. */
export const commonWords: ReadonlySet<string> = list(`
old new young big small long short early late last best better worst bad
people person man woman men women child children kid kids baby boy girl family parents mother father brother sister son daughter husband wife partner friend friends
neighbour neighbours neighbor neighbors colleague colleagues boss manager team company work job office school home house flat apartment room kitchen garden car bike
train bus flight trip travel holiday vacation breakfast lunch dinner supper food water coffee tea beer wine bread milk meat fish fruit vegetables sugar salt
music film movie book books story news game games sport sports football tennis chess running swimming walking cycling reading writing cooking baking painting
money time date dates year years month months week weeks weekend weekends day days night nights morning mornings evening evenings afternoon hour hours minute
deadline budget price cost payment order delivery meeting meetings call calls email emails message messages question questions answer answers problem problems
issue issues error errors bug bugs fix test tests code server servers database user users customer customers client clients file files data system service project
plan plans idea goal goals reason result results rule rules note notes list task tasks step steps status update updates version release feature features
health sleep exercise stress pain doctor doctors hospital medicine dog dogs cat cats pet pets animal animals plant plants tree trees weather rain snow sun summer winter
life love hope luck art history science nature world country city town village street place places part parts side end start beginning middle top bottom
photographs photos pictures thoughts things stuff rent house houses traffic parking politics religion education learning research training
`);

/** Verbs in the past that have no -ed, and helping verbs: what stands before one at the beginning of a sentence does something. */
export const verbs: ReadonlySet<string> = list(`
is isnt was wasnt are arent were has hasnt had hadnt will wont would wouldnt can cant could couldnt should shouldnt must might does doesnt did didnt
became began bent bet bit blew bought bred broke brought built burnt came caught chose clung cost crept cut dealt drank drew drove dug ate fell fed felt fled flew
forgot forgave fought found froze gave got grew heard hid hit held hung hurt kept knew laid led left lent let lit lost made meant met paid put ran rang read rode
rose said sang sank sat saw sent set shook shone shot shut slept sold spent spoke stole stood stuck swam swore taught thought threw told took understood went wept
woke won wore wrote never always often also usually recently finally just still already really currently
`);
