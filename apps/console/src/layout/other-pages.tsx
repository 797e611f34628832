import { Link, type LinkProps } from '@tanstack/react-router';
import { Page } from './page';

/** An address that leads to no page. */
export function UnknownPage() {
  return (
    <Page title="No page has this address">
      <p>
        Check the address, or go on <Link to="/">from home</Link>.
      </p>
    </Page>
  );
}

/** A page that could not be shown, through a fault of the console. */
export function FailedPage({ error }: { readonly error: unknown }) {
  return (
    <Page title="This page failed">
      <div role="alert" className="notice bad">
        <p>
          The console has a fault here: {error instanceof Error ? error.message : 'of an unknown kind'}.
          Nothing is lost; the service goes on.
        </p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </div>
    </Page>
  );
}

interface UnknownRecordProps {
  /** What it would be: "journal entry". */
  readonly what: string;
  /** As the address has it. */
  readonly id: string;
  /** What names it. */
  readonly by?: 'number' | 'name';
  /** The page that lists those that exist. */
  readonly list: LinkProps['to'];
}

/** An address of a record that does not exist, or no longer does. */
export function UnknownRecord({ what, id, by = 'number', list }: UnknownRecordProps) {
  return (
    <Page title={`No ${what} has this ${by}`}>
      <p>
        There is no {what} {id}, or it was deleted. <Link to={list}>See those that exist</Link>.
      </p>
    </Page>
  );
}
