import { useState } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import { HeatMap } from '../../charts/heat-map';
import { MEASURES } from '../../components/measures';
import { Empty, QueryView } from '../../components/query-view';
import { type Parameters, parametersText } from '../../format/parameters';
import { ChoiceField } from '../../forms/inputs';
import { Card } from '../../layout/page';
import { type Sweep, variedParameters } from './search';
import { scoreText } from './score-text';

type Matrix = Schemas['SweepMatrixRead'];
type Measure = Matrix['measure'];
type CellValue = Matrix['of_others'];

interface MatrixCardProps {
  readonly sweep: Sweep;
  /** Its cell is marked. */
  readonly chosen: Parameters | undefined;
}

/** A measure over the values of two parameters. */
export function MatrixCard({ sweep, chosen }: MatrixCardProps) {
  const names = variedParameters(sweep);
  return (
    <Card title="Heat map" wide>
      {names.length < 2 ? (
        <Empty>A heat map needs two parameters with several values. All combinations are listed below.</Empty>
      ) : (
        <SweepMatrix sweep={sweep} names={names} chosen={chosen} />
      )}
    </Card>
  );
}

const OF_OTHERS = [
  { value: 'maximum', label: 'the highest' },
  { value: 'mean', label: 'their mean' },
  { value: 'minimum', label: 'the lowest' },
] as const;

function SweepMatrix({ sweep, names, chosen }: MatrixCardProps & { readonly names: readonly string[] }) {
  const [x, setX] = useState(names[0]!);
  const [y, setY] = useState(names[1]!);
  const [measure, setMeasure] = useState<Measure>('score');
  const [ofOthers, setOfOthers] = useState<CellValue>('maximum');
  const matrix = useRead(
    '/api/v1/backtesting/sweep/{s_id}/matrix',
    { params: { path: { s_id: sweep.id }, query: { x, y, measure, of_others: ofOthers } } },
    { keepPrevious: true },
  );
  const chooseX = (name: string) => {
    setX(name);
    // The two are never the same.
    if (name === y) setY(x);
  };
  const chooseY = (name: string) => {
    setY(name);
    if (name === x) setX(y);
  };
  const objective = MEASURES[sweep.objective].title;
  return (
    <div className="stack">
      <div className="fields no-print">
        <ChoiceField label="Columns" value={x} onChange={chooseX} options={names} />
        <ChoiceField label="Rows" value={y} onChange={chooseY} options={names} />
        <ChoiceField
          label="Measure"
          value={measure}
          onChange={(value) => setMeasure(value as Measure)}
          options={[
            { value: 'score', label: `Score (${objective})` },
            ...(['sharpe_ratio', 'total_return', 'max_drawdown', 'trades'] as const).map((name) => ({
              value: name,
              label: MEASURES[name].title,
            })),
          ]}
        />
        {names.length > 2 && (
          <ChoiceField
            label="Of combinations in one cell"
            value={ofOthers}
            onChange={(value) => setOfOthers(value as CellValue)}
            options={OF_OTHERS}
            hint="They differ in the other parameters"
          />
        )}
      </div>
      <QueryView query={matrix}>
        {(data) => <MatrixMap matrix={data} sweep={sweep} chosen={chosen} />}
      </QueryView>
      <p className="quiet">
        {chosen && `The outlined cell is ${parametersText(chosen)}. `}A plateau of good cells is more credible
        than one good cell among bad ones. Cells without a figure were not tried, or have too few trades.
      </p>
    </div>
  );
}

interface MatrixMapProps extends MatrixCardProps {
  readonly matrix: Matrix;
}

/** Where figures above and below 0 differ in kind. */
const SIGNED: readonly Measure[] = ['score', 'sharpe_ratio', 'total_return'];

function MatrixMap({ matrix, sweep, chosen }: MatrixMapProps) {
  const { x, y, cells, measure } = matrix;
  const title = measure === 'score' ? MEASURES[sweep.objective].title : MEASURES[measure].title;
  const format = (value: number | null) =>
    measure === 'score' ? scoreText(sweep.objective, value) : MEASURES[measure].format(value);
  return (
    <HeatMap
      caption={`${title} by ${x.parameter} and ${y.parameter}`}
      columns={x.values.map(String)}
      rows={y.values.map(String)}
      columnAxis={x.parameter}
      rowAxis={y.parameter}
      value={(row, column) => cells[row]?.[column] ?? null}
      format={format}
      neutral={SIGNED.includes(measure) ? 0 : undefined}
      isChosen={(row, column) =>
        chosen !== undefined &&
        chosen[x.parameter] === x.values[column] &&
        chosen[y.parameter] === y.values[row]
      }
    />
  );
}
