import type { ReactNode } from 'react';
import type { Schemas } from '../../api/hooks';
import { MEASURES, type ShownMeasure } from '../../components/measures';
import { count, percent, ratio } from '../../format/numbers';
import { VERDICTS } from '../../components/verdict';
import { Card } from '../../layout/page';

const REQUIRED = `The verdict “${VERDICTS.holds_up.title}” requires`;

interface OverfittingCardsProps {
  /** Null where there is no best combination. */
  readonly significance: Schemas['SignificanceRead'] | null | undefined;
  readonly overfitting: Schemas['OverfittingRead'] | null | undefined;
  readonly trials: number | undefined;
  /** Whether the significance is of data that the parameters were not chosen on. */
  readonly isOutOfSample: boolean;
}

/** How likely the result is luck: each figure with what it means, how to read it, and what it cannot say. */
export function OverfittingCards({
  significance,
  overfitting,
  trials,
  isOutOfSample,
}: OverfittingCardsProps) {
  const returns = isOutOfSample
    ? 'the joined tests'
    : 'the best combination, on the data that it was chosen on';
  return (
    <>
      <Figure
        name="probability_of_backtest_overfitting"
        value={overfitting?.probability}
        meaning="The history is cut into blocks. Of every way to choose half of them, the combination with the best Sharpe ratio on that half is looked up on the other half. This is how often it is at or below the median there (combinatorially symmetric cross-validation, Bailey et al. 2017)."
        reading={`Near 0 the best combination stays good on data that it was not chosen on. At 50 % choosing the best is no better than choosing any; from there on the verdict is likely luck. ${REQUIRED} 20 % or less.`}
        limits="It judges the choice, not the profit: a grid of equally bad combinations can have a low one. It knows only the combinations of this search, not what was tried before. There is none with fewer than 80 returns or 2 combinations."
      >
        {overfitting && <Splits overfitting={overfitting} />}
      </Figure>
      <Figure
        name="deflated_sharpe_ratio"
        value={significance?.deflated_sharpe_ratio}
        meaning={`The best of many trials has a high Sharpe ratio even where none has skill. This is the probability that the true Sharpe ratio of ${returns} is above what the best of as many trials reaches by luck (Bailey and López de Prado 2014).`}
        reading={`${REQUIRED} 95 % or more. Below 50 % luck explains the result better than skill, and the verdict says so.`}
        limits="It counts the trials of this search alone: ideas that were given up before belong to it, too, and lower it. There is none with fewer than 5 trials."
      />
      <Figure
        name="trials"
        value={trials}
        meaning={
          isOutOfSample
            ? 'Combinations of parameters that were tried in each window.'
            : 'Combinations of parameters that were tried.'
        }
        reading="The more is tried, the better the best one is by chance alone, and the more the deflated Sharpe ratio takes off."
        limits="Neighbouring combinations trade alike, so that they count for less than as many independent ideas."
      />
      <Figure
        name="min_track_record_length"
        value={significance?.min_track_record_length}
        meaning="Returns that are needed to be 95 % sure that a Sharpe ratio such as this one is above 0, given the skewness and kurtosis of the returns. They are returns of days, or of bars in a short intraday run."
        reading="A run with fewer returns is too short for its Sharpe ratio; 252 of them are a year of shares, 365 one of a market that never closes."
        limits="It takes the Sharpe ratio as if it were the only one that was tried. There is none where it is not above 0."
      />
      <Figure
        name="probabilistic_sharpe_ratio"
        value={significance?.probabilistic_sharpe_ratio}
        meaning={`Probability that the true Sharpe ratio of ${returns} is above 0, given the length, skewness and kurtosis of the returns (Bailey and López de Prado 2012).`}
        reading="95 % or more is a usual demand. Far above the deflated Sharpe ratio: much of the result comes from trying so many combinations."
        limits="It takes no account of the trials, and takes the returns for independent of each other."
      />
      <Figure
        name="t_statistic"
        value={significance?.t_statistic}
        meaning={`Mean return of ${returns} over its standard deviation, times the square root of the number of returns. No unit.`}
        reading={`${REQUIRED} 2 or more: for a single trial, chance alone gets there in about one of forty.`}
        limits="It takes no account of the trials either: of forty trials without skill, one is expected to reach 2."
      />
    </>
  );
}

interface FigureProps {
  readonly name: ShownMeasure;
  readonly value: number | null | undefined;
  readonly meaning: string;
  readonly reading: string;
  readonly limits: string;
  readonly children?: ReactNode;
}

function Figure({ name, value, meaning, reading, limits, children }: FigureProps) {
  const { title, format } = MEASURES[name];
  return (
    <Card title={title}>
      <p className="figure" data-measure={name}>
        {format(value)}
      </p>
      <p>{meaning}</p>
      <p>
        <strong>How to read it.</strong> {reading}
      </p>
      {children}
      <p className="quiet">
        <strong>Limits.</strong> {limits}
      </p>
    </Card>
  );
}

function Splits({ overfitting }: { readonly overfitting: Schemas['OverfittingRead'] }) {
  const { blocks, splits, probability_of_loss: loss, slope } = overfitting;
  return (
    <p>
      {count(blocks)} blocks make {count(splits)} splits. In {percent(loss)} of them the combination that was
      best in-sample loses money out-of-sample. The slope of its out-of-sample Sharpe ratio on the in-sample
      one is {ratio(slope)}: where it is negative, the better a combination looked, the worse it was.
    </p>
  );
}
