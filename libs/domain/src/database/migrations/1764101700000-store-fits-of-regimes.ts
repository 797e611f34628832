import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/**
 * Details of regimes are stored as the engine gives them, with a `version`; before, they had the API's names, with times
 * as text. Warnings stay absent where none were kept.
 */
export class StoreFitsOfRegimes1764101700000 implements DeclaredMigration {
  readonly olderCode = {
    mustStopBecause: 'it reads and writes details of regimes by their names in the API',
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update stored_regimes set details = jsonb_build_object(
         'version', 1, 'lookbackDays', details -> 'lookback_days', 'bars', details -> 'bars',
         'observations', details -> 'observations', 'windowBars', details -> 'window_bars',
         'firstObservation', ${milliseconds('first_observation')}, 'lastObservation', ${milliseconds('last_observation')},
         'model', case jsonb_typeof(details -> 'model') when 'object' then jsonb_build_object(
           'features', details #> '{model,features}', 'covariance', details #> '{model,covariance}',
           'logLikelihood', details #> '{model,log_likelihood}', 'bic', details #> '{model,bic}',
           'states', (select jsonb_agg(jsonb_build_object(
               'label', state -> 'label', 'meanLogReturnPerBar', state -> 'mean_log_return_per_bar',
               'expectedDurationBars', state -> 'expected_duration_bars', 'transition', state -> 'transition'
             ) order by position)
             from jsonb_array_elements(details #> '{model,states}') with ordinality each (state, position))) end
         ) || ${WARNINGS}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update stored_regimes set details = jsonb_build_object(
         'lookback_days', details -> 'lookbackDays', 'bars', details -> 'bars',
         'observations', details -> 'observations', 'window_bars', details -> 'windowBars',
         'first_observation', ${dateTime('firstObservation')}, 'last_observation', ${dateTime('lastObservation')},
         'model', case jsonb_typeof(details -> 'model') when 'object' then jsonb_build_object(
           'features', details #> '{model,features}', 'covariance', details #> '{model,covariance}',
           'log_likelihood', details #> '{model,logLikelihood}', 'bic', details #> '{model,bic}',
           'states', (select jsonb_agg(jsonb_build_object(
               'label', state -> 'label', 'mean_log_return_per_bar', state -> 'meanLogReturnPerBar',
               'expected_duration_bars', state -> 'expectedDurationBars', 'transition', state -> 'transition'
             ) order by position)
             from jsonb_array_elements(details #> '{model,states}') with ordinality each (state, position))) end
         ) || ${WARNINGS}`,
    );
  }
}

const WARNINGS = `case when details ? 'warnings' then jsonb_build_object('warnings', details -> 'warnings') else '{}' end`;

function milliseconds(name: string): string {
  return `(extract(epoch from (details ->> '${name}')::timestamptz) * 1000)::bigint`;
}

function dateTime(name: string): string {
  const time = `to_timestamp((details ->> '${name}')::double precision / 1000) at time zone 'utc'`;
  return `to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
