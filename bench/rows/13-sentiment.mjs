import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signalOf } from '../../dist/libs/engine/src/sentiment/aggregate-headlines.js';
import { createFinanceLexicon } from '../../dist/libs/engine/src/sentiment/finance-lexicon.js';
import { scoreText } from '../../dist/libs/engine/src/sentiment/score-text.js';
import { readVaderWords } from '../../dist/libs/engine/src/sentiment/sentiment-lexicon.js';
import { hasPythonPackages, pythonPeer } from '../frame/contestant.mjs';
import { missing, requireAgreement, requireClose, timesFaster } from '../frame/measurement.mjs';
import { interleave, median, timeCalls } from '../frame/statistics.mjs';

export const title = 'Sentiment of labelled finance headlines, beside plain VADER';

const PARTS = ['tune', 'held_out', 'unseen', 'classes', 'fresh'];
const OPPOSITE = { bullish: 'bearish', bearish: 'bullish' };
const RIGHT_FROM = 0.75;
const WRONG_SIGN_TO = 0.06;
const ROUNDS = 9;
const CALLS = 20;
/** Python's compound has four decimals. */
const COMPOUND_TOLERANCE = 1e-4;

const root = join(import.meta.dirname, '..', '..');
const fixture = join(root, 'libs/engine/src/sentiment/fixtures/finance-headlines.fixture.json');
const vaderText = readFileSync(join(root, 'node_modules/vader-sentiment/vader_lexicon.txt'), 'utf8');
const labelled = JSON.parse(readFileSync(fixture, 'utf8'));
const headlines = PARTS.flatMap((part) => labelled[part]);
const finance = createFinanceLexicon(vaderText);
const plain = { words: readVaderWords(vaderText), phrases: new Map(), emoji: new Map() };

const scoreAll = (lexicon, list = headlines) => list.map(([, text]) => scoreText(text, lexicon));

export async function* measure() {
  const vader = hasPythonPackages('vaderSentiment', 'pandas')
    ? pythonPeer('vader_headlines.py', fixture)
    : undefined;
  try {
    if (vader) await checkAgreement(vader);
    else yield missing('agreement with Python', 'vaderSentiment (--install-peers)');
    // Our rules with VADER's words alone are VADER: the agreement says so.
    for (const part of PARTS) yield* measureShares(part);
    yield* measureTimes(vader);
  } finally {
    vader?.close();
  }
}

async function checkAgreement(vader) {
  const { compounds } = await vader.send('result');
  const ours = scoreAll(plain);
  requireAgreement(compounds.length === ours.length, `${compounds.length} scores, ours are ${ours.length}`);
  ours.forEach((score, index) =>
    requireClose(score, compounds[index], `"${headlines[index][1]}"`, COMPOUND_TOLERANCE),
  );
  console.log(`   the same scores of ${ours.length} headlines with VADER's words alone`);
}

function measureShares(part) {
  const list = labelled[part];
  const [ours, peer] = [finance, plain].map((lexicon) => sharesOf(list, scoreAll(lexicon, list)));
  const format = (share) => `${(share * 100).toFixed(1)} %`;
  const compared = (what, figure, goal) => ({
    what: `${part}: ${what} of ${list.length}`,
    ours: ours[figure],
    peer: peer[figure],
    peerName: 'plain VADER',
    goal,
    format,
  });
  return [
    {
      ...compared('right', 'right', { text: '≥ 75 %', isMet: (share) => share.ours >= RIGHT_FROM }),
      wantsMore: true,
    },
    compared('wrong sign', 'wrongSign', { text: '≤ 6 %', isMet: (share) => share.ours <= WRONG_SIGN_TO }),
  ];
}

function sharesOf(list, scores) {
  const share = (isCounted) =>
    list.filter(([label], index) => isCounted(label, signalOf(scores[index]))).length / list.length;
  return {
    right: share((label, found) => found === label),
    wrongSign: share((label, found) => found === OPPOSITE[label]),
  };
}

async function* measureTimes(vader) {
  const samples = await interleave(
    {
      ours: () => timeCalls(() => scoreAll(finance), CALLS),
      ...(vader && { peer: async () => (await vader.send('run 3')).milliseconds }),
    },
    { rounds: ROUNDS },
  );
  const ours = median(samples.ours);
  const perSecond = (milliseconds) => (headlines.length / milliseconds) * 1000;
  yield {
    what: 'headlines scored per second',
    ours: perSecond(ours),
    format: (count) => `${Math.round(count / 100) * 100}`,
    wantsMore: true,
  };
  if (!vader) return;
  yield {
    what: `${headlines.length} headlines scored`,
    ours,
    peer: median(samples.peer),
    peerName: 'vaderSentiment',
    goal: timesFaster(1),
  };
}
