"""Row 13 in Python: vaderSentiment over the labelled headlines.

    vader_headlines.py <finance-headlines.fixture.json>
"""

import json
import sys

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from column_file import answer

with open(sys.argv[1], encoding="utf8") as file:
    parts = json.load(file)
titles = [title for part in ("tune", "held_out", "unseen", "classes", "fresh") for _, title in parts[part]]
analyzer = SentimentIntensityAnalyzer()


def run():
    return [analyzer.polarity_scores(title)["compound"] for title in titles]


answer(run, lambda compounds: {"compounds": compounds})
