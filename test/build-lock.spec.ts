import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whileNobodyBuilds } from '../scripts/build-lock.mjs';

/** Above every limit of an operating system. */
const NOBODY = '999999999';
/** Lives as long as this process needs it. */
const OTHER = String(process.ppid);

describe('the lock of builds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candelabra-lock-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => jest.restoreAllMocks());

  it('is free where nobody holds it, and again after the work, also when that failed', async () => {
    const lock = join(folder, 'new');
    const work = () => readdirSync(lock).join();
    await expect(whileNobodyBuilds(work, lock)).resolves.toBe(String(process.pid));
    const failing = whileNobodyBuilds(() => Promise.reject(new Error('no compiler')), lock);
    await expect(failing).rejects.toThrow('no compiler');
    await expect(whileNobodyBuilds(work, lock)).resolves.toBe(String(process.pid));
    expect(readdirSync(folder)).toEqual(['new']);
  });

  it('of a process that was killed goes to one of two who find it so at once', async () => {
    const lock = join(folder, 'left');
    mkdirSync(lock);
    writeFileSync(join(lock, NOBODY), '');
    const move = (from: string, to: string) => renameSync(join(lock, from), join(lock, to));
    const events: string[] = [];
    jest.spyOn(console, 'log').mockImplementation();
    jest
      .spyOn(process, 'kill')
      .mockImplementationOnce(() => {
        events.push('another takes it');
        move(NOBODY, OTHER);
        throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
      })
      .mockImplementationOnce(() => {
        events.push('another has built');
        move(OTHER, 'free');
        return true;
      });
    await whileNobodyBuilds(() => void events.push('built'), lock);
    expect(events).toEqual(['another takes it', 'another has built', 'built']);
  });
});
