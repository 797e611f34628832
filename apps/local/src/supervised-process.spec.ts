import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backoffMilliseconds, SupervisedProcess } from './supervised-process';

describe('SupervisedProcess', () => {
  const directory = mkdtempSync(join(tmpdir(), 'supervised-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  function supervise(name: string, script: string) {
    const [entryFile, logFile] = [join(directory, `${name}.js`), join(directory, `${name}.log`)];
    writeFileSync(entryFile, script);
    const said: string[] = [];
    let receive: () => void = () => undefined;
    const restartSaid = new Promise<void>((resolve) => (receive = resolve));
    const say = (line: string) => {
      said.push(line);
      receive();
    };
    const process = new SupervisedProcess({ name, entryFile, environment: {}, logFile, say });
    return { process, said, logFile, restartSaid };
  }

  it('waits longer before each restart in a row, and never longer than half a minute', () => {
    expect([1, 2, 3, 4].map(backoffMilliseconds)).toEqual([500, 1000, 2000, 4000]);
    expect(backoffMilliseconds(50)).toBe(30_000);
  });

  it('says how the process exited and what it wrote last, and takes no more restarts once stopped', async () => {
    const { process, said, restartSaid } = supervise(
      'failing',
      `console.error('no luck'); process.exitCode = 3;`,
    );
    process.start();
    process.keepAlive();
    await restartSaid;
    await process.stop(1_000);
    expect(said[0]).toBe('The failing stopped unexpectedly (exit code 3). It is started again in 0.5 s.');
    expect(said[1]).toContain('no luck');
    expect(process.hasExited()).toBe(true);
  });

  it('kills a process that does not leave within its grace', async () => {
    const stubborn = `process.on('SIGTERM', () => undefined); process.send('ready'); setInterval(() => undefined, 1000);`;
    const { process, said } = supervise('stubborn', stubborn);
    process.start();
    await process.stop(100);
    expect(process.hasExited()).toBe(true);
    expect(said.length).toBeLessThanOrEqual(1); // none when SIGTERM came before the script could refuse it
  });

  it('lets a process that answers SIGTERM finish its work', async () => {
    const { process, logFile } = supervise('polite', 'setInterval(() => undefined, 1000);');
    process.start();
    await process.stop(5_000);
    expect(process.hasExited()).toBe(true);
    expect(readFileSync(logFile, 'utf8')).toBe('');
  });
});
