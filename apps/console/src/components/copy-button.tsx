import { useState } from 'react';

/** Copies a text, and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" className="button" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      <span role="status">{copied ? 'Copied' : label}</span>
    </button>
  );
}
