import { count } from '../format/numbers';
import type { UploadState } from './use-upload';

interface UploadControlsProps {
  readonly label: string;
  readonly isSending: boolean;
  readonly cancel: () => void;
  readonly disabled?: boolean;
}

/** The button that sends, and one that stops what is under way. */
export function UploadControls({ label, isSending, cancel, disabled = false }: UploadControlsProps) {
  return (
    <div className="row">
      <button type="submit" className="button primary" disabled={isSending || disabled}>
        {label}
      </button>
      {isSending && (
        <button type="button" className="button" onClick={cancel}>
          Stop the upload
        </button>
      )}
    </div>
  );
}

interface UploadProgressProps {
  readonly file: File;
  readonly state: UploadState<unknown>;
  /** What is stored of an upload that was stopped. */
  readonly cancelled: string;
}

/** How much of an upload is sent, while it is under way, or that it was stopped. */
export function UploadProgress({ file: { size }, state, cancelled }: UploadProgressProps) {
  const { isSending, isCancelled, sentBytes } = state;
  if (isCancelled) {
    return (
      <p role="status" className="notice warn">
        {cancelled}
      </p>
    );
  }
  if (!isSending) return null;
  return (
    <>
      <progress className="progress" max={size} value={sentBytes} aria-label="Bytes that are sent" />
      <p role="status">
        {sentBytes < size
          ? `${count(sentBytes)} of ${count(size)} bytes sent`
          : 'All is sent; the service stores the last lines'}
      </p>
    </>
  );
}
