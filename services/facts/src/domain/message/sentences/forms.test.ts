import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { extractingFacts } from '../extract-facts.ts';

const at = Date.UTC(2026, 10, 23, 9);

/** By form of sentence, one line a case: the message, and after the arrow its facts; two facts are divided by " | ". */
const forms = `
# the subject is left out
Haven't smoked since 2016 -> The user has not smoked since 2016
never tried oysters in my life -> The user has never tried oysters in their life
been together with Ivo for six years -> The user has been together with Ivo for six years
studied botany in Ghent -> The user studied botany in Ghent
was born in Quito -> The user was born in Quito
used to fence at school -> The user used to fence at school
learning Basque these days -> The user is learning Basque
no longer at Philips -> The user is no longer at Philips
emacs user here -> The user is an emacs user
Proud grandmother of six here -> The user is a proud grandmother of six
Dagny here! -> The user's name is Dagny
huge fan of Björk -> The user is a huge fan of Björk
no siblings -> The user has no siblings
31, male, looking for a gym -> The user is 31 years old
Pronouns: he/him -> The user's pronouns are he/him
# a new thing with what it is
I got a new car, a Skoda Octavia -> The user's new car is a Skoda Octavia
new PB 41:30 -> The user's new PB is 41:30
Ran a new 10k PB of 41:10 yesterday -> The user's new 10k PB is 41:10
I have a new IBAN: DE12 5001 0517 -> The user's new IBAN is DE12 5001 0517
I renewed my passport, it's valid until 2036 -> The user's new passport is valid until 2036
I got a new badge, number 5822 -> The user's new badge number is 5822
I got my new visa, it expires on 4 June 2029 -> The user's new visa expires on 4 June 2029
We had another son, Max -> The user has another son, Max
We are foster parents of two boys, Kai and Lenny -> The user has two foster boys, Kai and Lenny
I foster a girl called Mina -> The user has a foster girl called Mina
new 10k pb today 46:55!!! -> The user's new 10k pb is 46:55
we changed vets, it's Dr Patel now -> The user's vet is named Dr Patel
Hired a mechanic, Tomas, he starts on Monday -> The user's new mechanic is Tomas
I left the bank, I'm a yoga teacher now -> The user left their job at the bank | The user is a yoga teacher
I quit the cafe job -> The user quit the cafe job
I quit Philips, started at Sony -> The user quit Philips | The user started at Sony
Our mail server is on Debian 11 and the wiki is on Ubuntu -> The user's mail server is on Debian 11 | The wiki is on Ubuntu
had the baby!! -> The user had the baby
# two subjects, or one verb for two
My sister and my mother live in Hamburg -> The user's sister lives in Hamburg | The user's mother lives in Hamburg
My brother Ben and my aunt have two cats -> The user's brother is named Ben | The user's brother Ben has two cats | The user's aunt has two cats
My daughter Ida lives in Ulm, my son Per in Oslo -> The user's daughter is named Ida | The user's daughter Ida lives in Ulm | The user's son is named Per | The user's son Per lives in Oslo
My brother is in Hamburg with my wife -> The user's brother is in Hamburg with the user's wife | The user's wife is in Hamburg
New tenant in flat 3 is Lily Chen -> The user's new tenant in flat 3 is Lily Chen
# a thing of the writer's without its article
rent for the shop is 1400 euros -> The user's rent for the shop is 1400 euros
wedding is now 19 September -> The user's wedding is 19 September
trip to Lisbon is off, airline strike -> The user's trip to Lisbon is off
# written as it is spoken
im not vegan anymore lol steak is life -> The user is not vegan anymore
so um my car is a Kia -> The user's car is a Kia
# who eats what
Tom doesn't eat pork, Lena is vegetarian and Omar is allergic to nuts -> Tom doesn't eat pork | Lena is vegetarian | Omar is allergic to nuts
# an aside beside the subject
My brother Otto, a plumber, lives in Ulm -> The user's brother is named Otto | The user's brother Otto is a plumber | The user's brother Otto lives in Ulm
My aunt, who moved to Oslo, collects stamps -> The user's aunt moved to Oslo | The user's aunt collects stamps
I, a retired judge, live in Kent -> The user is a retired judge | The user lives in Kent
# each part has a time of its own
On Wednesdays I coach judo, on Sundays I rest -> The user coaches judo on Wednesdays | The user rests on Sundays
In winter we ski and in summer we sail -> The user skis in winter | The user sails in summer
# what is left out is of the part before
My bike is green, my brother's is black -> The user's bike is green | The user's brother's bike is black
The project is called Otter and its budget is 9000 euros -> The project is called Otter | The project's budget is 9000 euros
# of what one was
As a little girl I lived in Oran -> The user lived in Oran as a little girl
Being a student, I live in a dorm -> The user is a student | The user lives in a dorm
# whose it is
Dad's car is a Fiat -> The user's dad's car is a Fiat
Wife's Deb -> The user's wife is named Deb
Husband's Dutch and a cook -> The user's husband is Dutch and a cook
# what happened today
My aunt retired today -> The user's aunt retired on 23 November 2026
I passed my driving test this morning -> The user passed their driving test on 23 November 2026
# how one writes in a chat
No capers for me please, I can't stand them -> The user cannot stand capers
We all speak Frisian at home -> The user speaks Frisian at home
I'm worried about my niece, she's 12 -> The user is worried about their niece
I never ever eat tripe -> The user never eats tripe
I can't stand olives tbh -> The user cannot stand olives
# some, and not all in the world
Kids are 4 and 6 -> The user's kids are 4 and 6
# parts in another order
What I enjoy most is pottery -> The user enjoys pottery
Olives? Can't stand them. -> The user cannot stand olives
Sugar I gave up in 2021 -> The user gave up sugar in 2021
Originally I'm from Cardiff -> The user is from Cardiff originally
The town I grew up in was Bergamo -> The user grew up in Bergamo
Both of my brothers are pilots -> The user's brothers are pilots
There are five of us at home -> The user has a household of five
My wife is vegetarian and I'm not -> The user's wife is vegetarian | The user is not vegetarian
I'm left-handed, aren't I funny -> The user is left-handed
She's a baker, my wife -> The user's wife is a baker
my partner's Danish -> The user's partner is Danish
One of my cousins lives in Ghent -> One of the user's cousins lives in Ghent
Kyoto's where I live -> The user lives in Kyoto
# what lasts, by its time
I've had tinnitus since I was young -> The user has had tinnitus since they were young
I spent two years in Jakarta as an au pair -> The user spent two years in Jakarta as an au pair
I rowed across the lake in 2014 -> The user rowed across the lake in 2014
# to the user, and of them
silent films are not my cup of tea -> Silent films are not the user's cup of tea
Birch pollen makes my eyes water -> Birch pollen makes the user's eyes water
Raw onion doesn't agree with me -> Raw onion doesn't agree with the user
# a job that begins
I got the job at Ferrovia! -> The user got the job at Ferrovia
We moved to Turin for a new job at Ferrovia -> The user moved to Turin | The user got a new job at Ferrovia
I moved to Turin because I got a job at Ferrovia -> The user moved to Turin | The user got a job at Ferrovia
I started at Ferrovia on 3 March -> The user started a job at Ferrovia on 3 March
I landed the job with Ferrovia, so I'm leaving Enel -> The user landed the job with Ferrovia
I finally got the job at the library -> The user got the job at the library
I started at Kyoto University in 2010 -> The user started at Kyoto University in 2010
I moved to Turin for a job at Ferrovia in 2011 -> The user moved to Turin for a job at Ferrovia in 2011
My cousin got the job at Ferrovia -> The user's cousin got the job at Ferrovia
# whom "she" and "he" mean behind a name
My wife Odile is a welder, she works nights -> The user's wife is named Odile | The user's wife Odile is a welder | The user's wife Odile works nights
My son Ravi is shy. He plays the oboe. -> The user's son is named Ravi | The user's son Ravi is shy | The user's son Ravi plays the oboe
My newest client is Mrs Okafor, she's a judge -> The user's newest client is named Mrs Okafor | The user's newest client is a judge
My car is red, she's a judge -> The user's car is red
My client is late. He's a judge. -> The user's client is a judge
# a comment on the whole sentence
I'm a land surveyor, which means I stand in fields and people shout at you -> The user is a land surveyor
hey im Dana, 34, from Cork -> The user's name is Dana | The user is 34 years old, from Cork
my cat is called Mishka not Mitka -> The user's cat is named Mishka
i live in berlin. i work at siemens -> The user lives in berlin | The user works at siemens
my co-maintainer is Bence, he does the Windows builds -> The user's co-maintainer is Bence | The user's co-maintainer does the Windows builds
we release every second Tuesday -> The user releases every second Tuesday
I'm a roofer, which means that I fall, and I have a ladder -> The user is a roofer | The user has a ladder
I work at Kone, which basically means that I talk about lifts -> The user works at Kone
I drive a tractor which means a lot to me -> The user drives a tractor which means a lot to them
# a present that a date makes a plan
My cousin Ilse is coming over from Graz on 4 May -> The user's cousin is named Ilse | The user's cousin Ilse is coming over from Graz on 4 May
My aunt is visiting on the 9th of July -> The user's aunt is visiting on the 9th of July
# what "it" and "them" mean behind a liking
I can't stand olives, but Jonna loves them -> The user cannot stand olives | Jonna loves olives
My brother hates opera but my aunt adores it -> The user's brother hates opera | The user's aunt adores opera
My aunt adores me -> The user's aunt adores them
# whose
My licence expires in April 2028 and my wife's in May 2031 -> The user's licence expires in April 2028
My rent is due on Monday and my brother's on Tuesday -> The user's rent is due on Monday
My wife's in Graz -> The user's wife is in Graz
# without apostrophes
I've two brothers -> The user has two brothers
I've got tinnitus -> The user has tinnitus
I tend to forget names -> The user tends to forget names
I get hay fever every spring -> The user gets hay fever every spring
I'm turning 30 in May -> The user is turning 30 in May
i dont eat beef -> The user does not eat beef
Im a carpenter -> The user is a carpenter
`;

const nothing = `
People call me Bix, but I don't like it
My first prompt is about owls
In my story the queen is blind and I describe her dreams
Dogs are wonderful animals
friends are what counts
My sister's is nicer
Nora: hello, I sold my boat
Nora: I sold my boat. Me: how much?
My aunt adores it!
My kids love them
Haven't tried that yet
My aunt is visiting
My cousin is coming over on her bike
I didn't get the job at Ferrovia
I almost got the job at Ferrovia
If I get the job at Ferrovia I'll move
I applied for the job at Ferrovia
I took the job interview lightly
Couldn't agree more
Never heard of it
Learning Korean is hard
Learning by doing, they call it
Same question here
New user here, how does this work?
Spent two hours on this in March
Worked like a charm
Lived experience matters
Used to be simpler
Raised an issue on GitHub
Expecting a string here
Great answer, I love it
What I love about this is the humour
What I love most is when it works
There are five of us in the story
I ran a marathon in my dreams
I closed the ticket last year
I saw it in 2019
I've been waiting for this fix for two years
I'd have studied law in 2010
A friend spent a year in Peru
My sister, if she were here, would laugh
My room is a mess, isn't it?
I can't have access
I'm bad at this
This code gives me a headache
Diet: see attachment
I've got to go
I got a new look, thanks
I got a new exception: NullPointer
I've got it working
I've no idea
I get errors
One of my tests is red
I'm half asleep
Bin gleich da
Mag sein
Spiele die Datei ab
Habe eine Frage
In meinen Träumen wohne ich in Rom
J'apprends la nouvelle
Ma voiture est en panne
La respuesta me encanta
Prefiero la segunda opción
Prefiro a primeira opção
`;

describe('by its form, a message says', () => {
  const lines = forms.split('\n').filter((line) => line.includes(' -> '));
  it.each(lines)('%s', (line) => {
    const [message = '', facts = ''] = line.split(' -> ');
    expect(atOnce(extractingFacts({ message, at })).join(' | ')).toBe(facts);
  });
});

it.each(nothing.trim().split('\n'))('says nothing of its writer: %s', (message) => {
  expect(atOnce(extractingFacts({ message, at }))).toEqual([]);
});
