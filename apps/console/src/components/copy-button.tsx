import { useState } from 'react';

const NOTES = {
  copied: 'Copied',
  refused: 'The browser does not let the page copy: select the text',
} as const;

/** Copies a text, and says so beside the button, or that it could not. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<keyof typeof NOTES>();
  const copy = async () => {
    try {
      // Absent on pages that are not from this machine and come without TLS.
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => void copy()}
        onBlur={() => setOutcome(undefined)}
      >
        {label}
      </button>
      <span role="status" className="quiet">
        {outcome && NOTES[outcome]}
      </span>
    </>
  );
}
