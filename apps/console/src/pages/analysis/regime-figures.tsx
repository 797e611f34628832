import type { Schemas } from '../../api/hooks';
import { Badge, type Tone } from '../../components/badge';
import { Figures } from '../../components/figures';
import { Table } from '../../components/table';
import { Term } from '../../components/term';
import { count, NO_VALUE, percent, ratio } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';

type Details = Schemas['RegimeDetailsRead'];

const TONES: Readonly<Record<Schemas['Regime'], Tone>> = { bull: 'good', bear: 'bad', ranging: 'warn' };

/** The regime at the last closed candle, and its model. */
export function RegimeFigures({ details }: { readonly details: Details }) {
  const times = useTimes();
  const { regime, confidence, stale, warnings = [], model } = details;
  return (
    <Card title="Regime now">
      {stale && (
        <p className="notice warn">
          A candle has closed since, or one was corrected: computed again, it may come out otherwise.
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="notice warn">
          {warning}
        </p>
      ))}
      <Figures
        figures={[
          {
            label: 'Regime',
            value: <Badge tone={TONES[regime]}>{regime}</Badge>,
            note: `at ${times.time(details.last_observation)}`,
          },
          {
            label: (
              <Term meaning="Probability of the regime at the last closed candle by the model, with no look ahead.">
                Confidence
              </Term>
            ),
            value: percent(confidence, 1),
          },
          {
            label: (
              <Term meaning="Rolling windows of closed bars that the model is fitted on.">Observations</Term>
            ),
            value: count(details.observations),
            note: `of ${count(details.bars)} bars, windows of ${count(details.window_bars)}`,
          },
          { label: 'Computed', value: times.minute(details.computed_at), note: times.zone },
        ]}
      />
      {model && <States model={model} />}
    </Card>
  );
}

function States({ model }: { readonly model: Schemas['RegimeModelRead'] }) {
  const { states } = model;
  return (
    <Table
      caption="States of the model; at the end the probability of each state at the next bar"
      columns={[
        { key: 'label', title: 'State', cell: ({ label }) => <Badge tone={TONES[label]}>{label}</Badge> },
        {
          key: 'trend',
          title: (
            <Term meaning="Mean log return of a bar in this state: 0.001 is about 0.1 % a bar.">
              Mean return a bar
            </Term>
          ),
          number: true,
          cell: ({ mean_log_return_per_bar: mean }) => ratio(mean, 6),
        },
        {
          key: 'duration',
          title: (
            <Term meaning="Expected number of bars until the state is left: 1 / (1 − probability of staying).">
              Expected duration
            </Term>
          ),
          number: true,
          cell: ({ expected_duration_bars: bars }) => (bars === null ? NO_VALUE : `${ratio(bars, 1)} bars`),
        },
        ...states.map(({ label }, index) => ({
          key: `to ${index}`,
          title: `then ${label}`,
          number: true,
          cell: ({ transition }: Schemas['RegimeStateRead']) => percent(transition[index], 2),
        })),
      ]}
      rows={states}
      rowKey={(_, index) => index}
    />
  );
}
