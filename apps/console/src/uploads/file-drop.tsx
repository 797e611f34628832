import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { count } from '../format/numbers';

interface FileDropProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File) => void;
  /** What the file must hold. */
  readonly children: ReactNode;
}

/** Chooses a file: dropped, or by the browser's dialog. */
export function FileDrop({ file, onChoose, children }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onChoose(dropped);
  };
  return (
    <div
      className="drop-zone"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>
        <strong>{file ? file.name : 'Drop a file here, or choose it'}</strong>
        {file && <> ({count(file.size)} bytes)</>}
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.ndjson,.jsonl,.gz,text/csv"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onChoose(chosen);
        }}
      />
      <p className="quiet" id={`${id}-hint`}>
        {children}
      </p>
    </div>
  );
}
