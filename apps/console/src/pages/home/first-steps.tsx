import { Link } from '@tanstack/react-router';
import { Card } from '../../layout/page';

/** What to do where nothing is stored yet. */
export function FirstSteps() {
  return (
    <Card title="First steps" wide>
      <ol>
        <li>
          Bring in prices: <Link to="/console/import">import a CSV</Link> of candles,{' '}
          <Link to="/console/equities">ingest equities</Link>, or collect candles of an exchange with{' '}
          <code>npm run cli -- backfill</code>.
        </li>
        <li>
          See them on <Link to="/console/candles">the candle chart</Link>, and{' '}
          <Link to="/console/gaps">what is missing</Link>.
        </li>
        <li>
          <Link to="/console/backtests/new">Run a backtest</Link>, and read its verdict first.
        </li>
      </ol>
    </Card>
  );
}
