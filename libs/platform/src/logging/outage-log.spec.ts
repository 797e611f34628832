import { createLogger } from './logger';
import { OutageLog } from './outage-log';

describe('OutageLog', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('test', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  beforeEach(() => void lines.splice(0));

  it('says once that something fails, without a stack, and once that it works again', () => {
    const log = new OutageLog(logger, 'Queue connection', { queue: 'backtest' });
    log.works();
    for (let attempt = 0; attempt < 300; attempt++) {
      log.failed(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' }));
    }
    log.works();
    log.works();
    expect(lines).toMatchObject([
      {
        level: 'warn',
        queue: 'backtest',
        msg: 'Queue connection failed; it is tried again',
        reason: 'connect ECONNREFUSED 127.0.0.1:6379',
      },
      { level: 'info', queue: 'backtest', msg: 'Queue connection works again' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('outage-log.spec');
  });

  it('says it again for the next outage', () => {
    const log = new OutageLog(logger, 'Queue connection');
    log.failed(new Error('first'));
    log.works();
    log.failed(new AggregateError([], ''));
    expect(lines.map(({ msg, reason }) => reason ?? msg)).toEqual([
      'first',
      'Queue connection works again',
      'AggregateError',
    ]);
  });
});
