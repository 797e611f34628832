import type { ReactNode } from 'react';
import type { Schemas } from '../../../api/hooks';
import { Table } from '../../../components/table';
import { Term } from '../../../components/term';
import { exact, percent, quoteCurrency, ratio } from '../../../format/numbers';
import { Card } from '../../../layout/page';
import type { PartProps } from '../report';

type Execution = Schemas['ResolvedExecutionRead'];
type Distance = Execution['stop_loss'];

interface Setting {
  readonly name: string;
  readonly meaning: string;
  readonly value: ReactNode;
}

const FILLS: Readonly<Record<Execution['fill'], string>> = {
  next_open: 'at the open of the next bar',
  close: 'at the close of its bar',
};

const FUNDING: Readonly<Record<Execution['funding'], string>> = {
  expected: 'charged, with a warning where rates are missing',
  where_known: 'charged where rates are stored',
  off: 'not charged',
};

/** Parameters and execution with every default filled in; as requested until the run is completed. */
export function ExecutionSettings({ report }: PartProps) {
  const { resolved, parameters, execution } = report;
  if (!resolved)
    return (
      <Card title="Settings as requested">
        <pre>{JSON.stringify({ parameters, execution }, null, 2)}</pre>
      </Card>
    );
  return (
    <>
      <ExecutionCard execution={resolved.execution} currency={quoteCurrency(report.symbol)} />
      <Card title="Parameters of the strategy">
        {Object.keys(resolved.parameters).length > 0 && (
          <Table
            caption={`${report.strategy_name}, with its defaults`}
            rows={Object.entries(resolved.parameters)}
            rowKey={([name]) => name}
            columns={[
              { key: 'name', title: 'Parameter', cell: ([name]) => <code>{name}</code> },
              { key: 'value', title: 'Value', number: true, cell: ([, value]) => exact(value) },
            ]}
          />
        )}
        <details>
          <summary>As requested</summary>
          <pre>{JSON.stringify({ parameters, execution }, null, 2)}</pre>
        </details>
      </Card>
    </>
  );
}

interface ExecutionCardProps {
  readonly execution: Execution;
  readonly currency: string | undefined;
}

/** Of any run. */
export function ExecutionCard({ execution, currency }: ExecutionCardProps) {
  return (
    <Card title="Execution, with its defaults">
      <Table
        caption="How signals become fills"
        rows={settingsOf(execution, currency)}
        rowKey={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: 'Setting',
            cell: ({ name, meaning }) => <Term meaning={meaning}>{name}</Term>,
          },
          { key: 'value', title: 'Value', cell: ({ value }) => value },
        ]}
      />
    </Card>
  );
}

function settingsOf(execution: Execution, currency: string | undefined): Setting[] {
  return [
    {
      name: 'Initial capital',
      meaning: 'Equity before the first bar, in the quote currency.',
      value: exact(execution.initial_capital, currency),
    },
    {
      name: 'Maker fee',
      meaning: 'Fee of limit and take-profit fills, as a share of their value. Negative: a rebate.',
      value: percent(execution.maker_fee_rate, 4),
    },
    {
      name: 'Taker fee',
      meaning: 'Fee of market and stop fills, as a share of their value.',
      value: percent(execution.taker_fee_rate, 4),
    },
    {
      name: 'Slippage',
      meaning:
        'How much worse than the reference price a market or stop fill is: buys pay more, sells get less.',
      value: percent(execution.slippage_rate, 4),
    },
    { name: 'Fill', meaning: 'When the signal of a bar is filled.', value: FILLS[execution.fill] },
    { name: 'Sizing', meaning: 'How much an entry buys.', value: sizingText(execution.sizing, currency) },
    {
      name: 'Lot size',
      meaning: 'Quantities are whole multiples of it.',
      value: execution.lot_size === null ? 'any quantity' : exact(execution.lot_size),
    },
    {
      name: 'Leverage',
      meaning: 'Value of a position over its margin.',
      value: `${ratio(execution.leverage, 1)} ×`,
    },
    {
      name: 'Short positions',
      meaning: 'Whether short entries are filled.',
      value: execution.allow_short ? 'allowed' : 'not allowed',
    },
    {
      name: 'Stop loss',
      meaning: 'Loss at which a position is closed.',
      value: distanceText(execution.stop_loss, 'the entry price'),
    },
    {
      name: 'Take profit',
      meaning: 'Profit at which a position is closed.',
      value: distanceText(execution.take_profit, 'the entry price'),
    },
    {
      name: 'Trailing stop',
      meaning: 'Distance of the stop from the best price so far.',
      value: distanceText(execution.trailing_stop, 'that price'),
    },
    { name: 'Funding', meaning: 'Of perpetual swaps.', value: FUNDING[execution.funding] },
  ];
}

function distanceText(distance: Distance, price: string): string {
  if (!distance) return 'none';
  return distance.unit === 'fraction'
    ? `${percent(distance.value)} of ${price}`
    : `${ratio(distance.value, 2)} × ATR(14)`;
}

function sizingText({ mode, value }: Execution['sizing'], currency: string | undefined): string {
  switch (mode) {
    case 'percent_equity':
      return `${percent(value)} of the equity`;
    case 'risk_percent':
      return `loses ${percent(value)} of the equity at its stop`;
    case 'volatility_target':
      return `a volatility of ${percent(value)}`;
    case 'fixed_cash':
      return `${exact(value, currency)} each`;
    default:
      return `${exact(value)} of the base currency each`;
  }
}
