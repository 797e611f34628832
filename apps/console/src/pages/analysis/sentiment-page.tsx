import { getRouteApi } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useRead, type Schemas } from '../../api/hooks';
import { Badge, type Tone } from '../../components/badge';
import { Figures } from '../../components/figures';
import { Empty, QueryView } from '../../components/query-view';
import { Term } from '../../components/term';
import { TextField } from '../../forms/inputs';
import { useStoredSeries } from '../../forms/series-picker';
import { count, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { AddHeadline, FetchFeeds } from './add-headline';
import { HeadlineShares } from './headline-shares';

const route = getRouteApi('/console/sentiment');

const TONES: Readonly<Record<Schemas['SentimentSignal'], Tone>> = {
  bullish: 'good',
  bearish: 'bad',
  neutral: 'neutral',
};

/** What the headlines of three days say about a symbol, and each headline's part of it. */
export function SentimentPage() {
  const { symbol, as_of: asOf = '' } = route.useSearch();
  return (
    <Page
      title="Sentiment"
      lead="What the headlines of three days say about a symbol."
      actions={<FetchFeeds />}
    >
      <div className="stack">
        <Card title="Symbol">
          <ChooseSymbol key={`${symbol} ${asOf}`} symbol={symbol ?? ''} asOf={asOf} />
        </Card>
        {symbol === undefined ? (
          <Empty>Choose a symbol. Headlines count that name it, or that were stored for it.</Empty>
        ) : (
          <Sentiment symbol={symbol} asOf={asOf} />
        )}
        <AddHeadline symbol={symbol} />
      </div>
    </Page>
  );
}

interface ChooseSymbolProps {
  readonly symbol: string;
  readonly asOf: string;
}

function ChooseSymbol({ symbol, asOf }: ChooseSymbolProps) {
  const navigate = route.useNavigate();
  const { data } = useStoredSeries();
  const [text, setText] = useState(symbol);
  const [time, setTime] = useState(asOf);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const [chosen, moment] = [text.trim(), time.trim()];
    void navigate({
      search: { ...(chosen !== '' && { symbol: chosen }), ...(moment !== '' && { as_of: moment }) },
    });
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="fields">
        <TextField
          label="Symbol"
          value={text}
          onChange={setText}
          suggestions={[...new Set(data?.items.map((series) => series.symbol))]}
        />
        <TextField
          label="As of"
          kind="time"
          value={time}
          onChange={setTime}
          placeholder="2020-04-18T00:00:00Z"
          hint="UTC; empty: now"
        />
      </div>
      <div className="row">
        <button type="submit" className="button primary">
          Read the sentiment
        </button>
      </div>
    </form>
  );
}

function Sentiment({ symbol, asOf }: { readonly symbol: string; readonly asOf: string }) {
  const times = useTimes();
  const query = useRead('/api/v1/analysis/sentiment/details', {
    params: { query: { symbol, ...(asOf !== '' && { as_of: asOf }) } },
  });
  return (
    <Card title={`Sentiment of ${symbol}`}>
      <QueryView query={query}>
        {(sentiment) => (
          <>
            <Figures
              figures={[
                {
                  label: (
                    <Term meaning="Weighted mean of the scores of the headlines, −1 to 1. The weight of a headline halves every day; none counts that is older than three days.">
                      Score
                    </Term>
                  ),
                  value: ratio(sentiment.sentiment_score, 4),
                  note: '−1 to 1',
                },
                {
                  label: <Term meaning="bullish from 0.05, bearish from −0.05, else neutral.">Signal</Term>,
                  value: <Badge tone={TONES[sentiment.signal]}>{sentiment.signal}</Badge>,
                },
                {
                  label: 'Headlines',
                  value: count(sentiment.headline_count),
                  note: 'each story once',
                },
                { label: 'Of the 72 hours up to', value: times.minute(sentiment.as_of), note: times.zone },
              ]}
            />
            {sentiment.headlines.length === 0 ? (
              <Empty>
                No headline of these 72 hours names {symbol}. Add one below, or choose another time: the
                sample has headlines of SPX of April 2020.
              </Empty>
            ) : (
              <HeadlineShares headlines={sentiment.headlines} total={sentiment.headline_count} />
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}
