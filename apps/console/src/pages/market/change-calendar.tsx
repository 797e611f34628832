import { useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useSend } from '../../api/hooks';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { ChoiceField } from '../../forms/inputs';
import type { StoredSeries } from '../../forms/series-picker';
import { CALENDARS } from './series-text';

/** The calendar of a series, and the dialog that changes it for all intervals of its symbol. */
export function ChangeCalendar({ series }: { readonly series: StoredSeries }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="term"
        aria-label={`${series.calendar}: change the calendar of ${series.symbol}`}
        onClick={() => setOpen(true)}
      >
        {series.calendar}
      </button>
      <Dialog title={`Calendar of ${series.symbol} on ${series.exchange}`} open={open} onOpenChange={setOpen}>
        <CalendarForm series={series} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface CalendarFormProps {
  readonly series: StoredSeries;
  readonly close: () => void;
}

function CalendarForm({ series: { exchange, symbol, calendar: present }, close }: CalendarFormProps) {
  const [calendar, setCalendar] = useState(present);
  const { mutate, isPending, error } = useSend(
    (body: Schemas['ChangeCalendarDto']) => api.PATCH('/api/v1/market-data/series', { body }),
    { changes: ['/api/v1/market-data/series', '/api/v1/market-data/gaps'], onSuccess: close },
  );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ exchange, symbol, calendar });
      }}
    >
      <p>
        It holds for all intervals of the symbol. Gaps, expected candles and annualised measures follow it at
        once; runs that are finished stay as they are.
      </p>
      <ChoiceField
        label="Calendar"
        value={calendar}
        onChange={(value) => setCalendar(value as Schemas['Calendar'])}
        options={CALENDARS}
      />
      {error && <ProblemNotice problem={error} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={isPending || calendar === present}>
          Change the calendar
        </button>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
