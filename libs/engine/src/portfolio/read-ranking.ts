import { FEATURES } from '../features/feature-set';
import { type MemberName } from './portfolio';
import { MOMENTUM_RULES, RANKING_RULES } from './portfolio-fields';
import { type Ranking, type RankSource } from './portfolio-settings';
import { EQUAL_WEIGHTING, readWeighting } from './read-weighting';
import { readRuleExpression } from './read-rule-expression';
import { type SettingReader } from './setting-reader';

const FIELDS = ['by', 'weights', ...Object.keys(RANKING_RULES)];
const SOURCES = ['momentum', 'rule', 'feature'] as const;
const DEFAULT_MOMENTUM_BARS = 126;

/** In the position of a source that was refused. */
const NO_SOURCE: RankSource = { kind: 'momentum', lookbackBars: DEFAULT_MOMENTUM_BARS, skipBars: 0 };

/** Reads `ranking`. */
export function readRanking(
  value: unknown,
  members: readonly MemberName[] | null,
  reader: SettingReader,
): Ranking {
  const fields = reader.object(value, 'ranking', FIELDS);
  const top = reader.setting(fields.top, 'ranking.top', RANKING_RULES.top, 0);
  const bottom = reader.setting(fields.bottom, 'ranking.bottom', RANKING_RULES.bottom, 0);
  if (top + bottom === 0) reader.refuse('ranking.top', 'and ranking.bottom must not both be 0');
  const gross = reader.setting(fields.gross, 'ranking.gross', RANKING_RULES.gross, 1);
  const net = reader.optional(fields.net, 'ranking.net', RANKING_RULES.net);
  if (net !== null && Math.abs(net) > gross) {
    reader.refuse('ranking.net', `must be from ${-gross} to ${gross}, the size that ranking.gross allows`);
  } else if (net !== null && top * bottom === 0 && net !== (bottom === 0 ? gross : -gross)) {
    reader.refuse(
      'ranking.net',
      `is of rankings that hold both sides: here one is held, and it is ${bottom === 0 ? gross : -gross}, as gross says`,
    );
  }
  const weighting =
    fields.weights === undefined
      ? EQUAL_WEIGHTING
      : readWeighting(fields.weights, 'ranking.weights', members, reader);
  if (weighting.method === 'given') {
    reader.refuse('ranking.weights.method', 'given is of weights alone: a ranking chooses its members anew');
  }
  if (fields.by === undefined)
    reader.refuse('ranking.by', `is required and must be an object of one of ${SOURCES.join(', ')}`);
  const by = fields.by === undefined ? NO_SOURCE : readRankSource(fields.by, 'ranking.by', reader);
  return { by, top, bottom, weighting, gross, net };
}

/** Reads one of `{momentum}`, `{rule}` and `{feature}`, at `path`. */
export function readRankSource(value: unknown, path: string, reader: SettingReader): RankSource {
  const read = reader.oneOf(value, path, SOURCES);
  if (read === null) return NO_SOURCE;
  const [kind, source] = read;
  switch (kind) {
    case 'momentum':
      return readMomentum(source, `${path}.momentum`, reader);
    case 'rule':
      readRuleExpression(source, `${path}.rule`, reader);
      return { kind: 'rule', expression: source };
    case 'feature':
      if (!FEATURES.some(({ name }) => name === source)) {
        reader.refuse(`${path}.feature`, 'must be one of the features of the feature set, such as rsi_14');
      }
      return { kind: 'feature', name: String(source) };
  }
}

function readMomentum(value: unknown, path: string, reader: SettingReader): RankSource {
  const { lookback, skip } = reader.object(value, path, Object.keys(MOMENTUM_RULES));
  return {
    kind: 'momentum',
    lookbackBars: reader.setting(
      lookback,
      `${path}.lookback`,
      MOMENTUM_RULES.lookback,
      DEFAULT_MOMENTUM_BARS,
    ),
    skipBars: reader.setting(skip, `${path}.skip`, MOMENTUM_RULES.skip, 0),
  };
}
