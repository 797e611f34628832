"""VADER's compound scores of sentences: those of its README, some that try each rule, and seeded ones.

python bench/peers/vader_sentences.py > libs/engine/src/sentiment/fixtures/vader-sentences.fixture.json
"""
import importlib.metadata
import json
import random
import sys

import vaderSentiment.vaderSentiment as vader

README = [
    "VADER is smart, handsome, and funny.",
    "VADER is smart, handsome, and funny!",
    "VADER is very smart, handsome, and funny.",
    "VADER is VERY SMART, handsome, and FUNNY.",
    "VADER is VERY SMART, handsome, and FUNNY!!!",
    "VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!",
    "VADER is not smart, handsome, nor funny.",
    "The book was good.",
    "At least it isn't a horrible book.",
    "The book was only kind of good.",
    "The plot was good, but the characters are uncompelling and the dialog is not great.",
    "Today SUX!",
    "Today only kinda sux! But I'll get by, lol",
    "Make sure you :) or :D today!",
    "Not bad at all",
]
RULES = [
    "It was never so good and never this bad.",
    "Without a doubt an excellent idea",
    "Without doubt it is a good idea.",
    "It is the least good option of all.",
    "He has no good reason, no fear or hate",
    "The kiss of death for a great company?",
    "Really??? You call that good?? Are you sure??",
    "NOT GOOD AT ALL",
    "Sort of great, yeah right",
    "The food is to die for!!",
    "Most of the very best but least loved",
    "I don't hate it; I rarely love it",
    "Nobody is perfect, but everyone is a winner!",
    "so SO good, totally AWESOME",
    "This is the bomb, just enough fun",
    "It's hardly ever a great success though it is slightly better",
    "she said no",
    "no problem",
    "no or nor good thing",
    "Bitcoin plunges 20% as exchange hack rattles markets",
    "Tesla misses revenue estimates, shares fall",
]
OTHERS = (
    "the a is was this so very not never no at least kind of without doubt really slightly or nor company stock market "
    "of to HUGE NOT don't isn't hardly just enough sort"
).split()

WORDS = (
    "good great excellent happy love fine nice best better win winner gain gains strong support safe secure hope help "
    "trust profit success successful growth improve improved benefit bright calm clever confident create easy enjoy fair "
    "favorable free friendly fun glad honest impressive innovative popular positive smart superb "
    "bad terrible horrible worst worse sad fear loss losses lose weak risk risky crash crisis fail failed failure fraud "
    "war worry worried afraid angry attack collapse damage danger debt decline defeat disaster disappointed doubt error "
    "fight guilty hate hurt problem poor sorry threat tragic trouble ugly unhappy violent warning"
).split()
random.seed(5)


def draw():
    drawn = [random.choice(WORDS if random.random() < 0.35 else OTHERS) for _ in range(random.randint(2, 12))]
    drawn = [word.upper() if random.random() < 0.08 else word for word in drawn]
    return " ".join(drawn) + random.choice(["", ".", "!", "!!!", "??", "?"])


analyzer = vader.SentimentIntensityAnalyzer()
json.dump(
    {
        "command": "python bench/peers/vader_sentences.py",
        "versions": {"vaderSentiment": importlib.metadata.version("vaderSentiment")},
        "sentences": [
            [text, analyzer.polarity_scores(text)["compound"]]
            for text in README + RULES + [draw() for _ in range(500)]
        ],
    },
    sys.stdout,
)
