import { CopyButton } from '../../components/copy-button';
import { Card } from '../../layout/page';
import { curlOf } from './curl';
import { writeJson } from './json-text';

interface RequestTextProps {
  readonly path: string;
  readonly request: Record<string, unknown>;
}

/** The request of the form, for scripts: as JSON, and as a command. */
export function RequestText({ path, request }: RequestTextProps) {
  const json = writeJson(request);
  const curl = curlOf(location.origin, path, json);
  return (
    <Card title="The same by the API" wide>
      <details>
        <summary>As JSON</summary>
        <div className="stack">
          <div className="row">
            <CopyButton text={json} label="Copy JSON" />
            <code>POST {path}</code>
          </div>
          <pre tabIndex={0} aria-label="The request as JSON">
            {json}
          </pre>
        </div>
      </details>
      <details>
        <summary>As a curl command</summary>
        <div className="stack">
          <div className="row">
            <CopyButton text={curl} label="Copy curl" />
            <span className="quiet">
              The variable <code>TOKEN</code> of your shell holds the token.
            </span>
          </div>
          <pre tabIndex={0} aria-label="The request as a curl command">
            {curl}
          </pre>
        </div>
      </details>
    </Card>
  );
}
