import { type CandleImports, HEADER, minutes } from './candle-imports';

/** Tests of prices that jump: those that fall back are outliers, those that stay shift the level. */
export function testPriceJumps(opened: () => CandleImports): void {
  let imports: CandleImports;

  beforeAll(() => {
    imports = opened();
  });

  it('refuses an outlier unless outliers are allowed', async () => {
    const file = imports.fileOf([HEADER, ...minutes(20), '1200,1.50,18.00,1.00,17.6,1']);
    const refused = await imports.run(file, 'OUTLIER', '1m');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('line 22 refused: close') });
    const allowed = await imports.run(file, 'OUTLIER', '1m', '--allow-outliers', '--json');
    expect(allowed.exitCode).toBe(0);
    expect(JSON.parse(allowed.stdout)).toMatchObject({ inserted: 1, unchanged: 20, refused: 0 });
  });

  it('stores all days of a share whose price falls 22:1, reports the level shift, and changes nothing again', async () => {
    const days = Array.from({ length: 120 }, (_, index) => {
      const price = ((index < 60 ? 2_200 : 100) + (index % 7) * 0.5).toFixed(2);
      const day = new Date(Date.UTC(2024, 0, 1) + index * 86_400_000).toISOString().slice(0, 10);
      return `${day},${price},${price},${price},${price},1`;
    });
    const file = imports.fileOf([HEADER, ...days]);
    for (const [symbol, batchSize] of [
      ['FALL', 5_000],
      ['FALL-IN-PARTS', 7],
    ] as const) {
      const run = () => imports.run(file, symbol, '1d', '--json', '--batch-size', String(batchSize));
      const { exitCode, stdout, stderr } = await run();
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      // By hand: the close of 1 March is 102, the median of the twenty days before it 2201.5.
      const ratio = expect.closeTo(102 / 2_201.5, 10) as number;
      const shifts = [{ open_time: '2024-03-01T00:00:00Z', ratio }];
      expect(JSON.parse(stdout)).toMatchObject({
        read: 120,
        inserted: 120,
        refused: 0,
        held: 0,
        level_shifts: shifts,
      });
      const again = await run();
      expect(again.exitCode).toBe(0);
      expect(JSON.parse(again.stdout)).toMatchObject({ unchanged: 120, refused: 0, level_shifts: [] });
    }
    const short = await imports.run(imports.fileOf([HEADER, ...days.slice(0, 62)]), 'FALL-SHORT', '1d');
    expect(short).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('2 refused, 2 held, 19 off grid') as string,
      stderr: expect.stringMatching(
        /line 62 refused: close .* held in quarantine.*\nline 63 refused/,
      ) as string,
    });
  });
}
