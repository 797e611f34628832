import { useId } from 'react';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { signOut, useSession } from '../../session/session';
import { subjectOf } from '../../session/token-claims';
import { changeSettings, type Theme, THEMES, useSettings } from '../../settings/settings';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function SettingsPage() {
  return (
    <Page title="Settings" lead="Kept in this browser; the service does not see them.">
      <div className="grid">
        <DisplaySettings />
        <TokenSettings />
      </div>
    </Page>
  );
}

function DisplaySettings() {
  const { theme, timeZone } = useSettings();
  const times = useTimes();
  const id = useId();
  return (
    <Card title="Display">
      <div className="fields">
        <div className="field">
          <label htmlFor={`${id}-theme`}>Theme</label>
          <select
            id={`${id}-theme`}
            value={theme}
            onChange={({ target }) => changeSettings({ theme: target.value as Theme })}
          >
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-zone`}>Time zone</label>
          <select
            id={`${id}-zone`}
            value={timeZone}
            onChange={({ target }) => changeSettings({ timeZone: target.value })}
            aria-describedby={`${id}-now`}
          >
            {ZONES.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </select>
          <span className="hint" id={`${id}-now`}>
            Times are shown as {times.time('2026-01-31T13:45:00Z')} for 13:45 UTC of that day. The service
            keeps UTC; what is entered in forms is UTC as well.
          </span>
        </div>
      </div>
    </Card>
  );
}

function TokenSettings() {
  const { token, expiresAt } = useSession();
  const times = useTimes();
  if (token === undefined) return null;
  return (
    <Card title="Token">
      <p>
        {subjectOf(token) === undefined ? (
          'The token names no subject'
        ) : (
          <>The token is for {subjectOf(token)}</>
        )}
        ; {expiresAt === undefined ? 'it does not expire' : <>it expires at {times.time(expiresAt)}</>}. It is
        kept in this tab alone, and forgotten when the tab closes.
      </p>
      <button type="button" className="button" onClick={() => signOut()}>
        Use another token
      </button>
    </Card>
  );
}
