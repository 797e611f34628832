import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../layout/page';
import { TabLinks } from '../../layout/tab-links';
import { JournalEntries } from './journal-entries';
import { NewEntry } from './new-entry';
import { Positions } from './positions';
import { Statistics } from './statistics';
import { UploadFills } from './upload-fills';

const route = getRouteApi('/console/journal');

const TABS = [
  { tab: undefined, label: 'Entries', Part: JournalEntries },
  { tab: 'statistics', label: 'Statistics', Part: Statistics },
  { tab: 'positions', label: 'Positions', Part: Positions },
  { tab: 'new', label: 'New entry', Part: NewEntry },
  { tab: 'fills', label: 'Upload fills', Part: UploadFills },
] as const;

/** What was traded, and its results. */
export function JournalPage() {
  const { tab } = route.useSearch();
  const { Part } = TABS.find((one) => one.tab === tab) ?? TABS[0];
  return (
    <Page
      title="Trade journal"
      lead="What was traded: written by hand, or made of the fills that accounts send."
    >
      <TabLinks
        label="Parts of the journal"
        tabs={TABS.map(({ tab: name, label }) => ({
          label,
          link: { to: '/console/journal', search: name === undefined ? {} : { tab: name } },
        }))}
      />
      <Part />
    </Page>
  );
}
