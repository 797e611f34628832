import { expressionsOfDashboards, expressionsOfRules, type NamedExpression, problemsOf } from './expressions';
import { metricsIn } from './exposition';
import { syntaxOf } from './result-labels';

const known = metricsIn(['# TYPE leader gauge\nleader{exchange="sim"} 1\n']);
const expression = (text: string, more: Partial<NamedExpression> = {}): NamedExpression => ({
  name: 'data.json: Leaders',
  expression: text,
  shown: [],
  ...more,
});

describe('expressions of rules and dashboards', () => {
  it.each([...expressionsOfRules(), ...expressionsOfDashboards()])('$name is PromQL', ({ expression }) => {
    expect(syntaxOf(expression).name).toBe('PromQL');
  });
});

describe('problemsOf', () => {
  it('names the panel and the expression with a metric that nothing reports', () => {
    expect(problemsOf([expression('leaders')], known)).toEqual([
      'data.json: Leaders: there is no metric leaders, in leaders',
    ]);
  });

  it('finds the label of a legend that the result does not have', () => {
    expect(problemsOf([expression('sum(leader)', { shown: ['exchange'] })], known)).toEqual([
      'data.json: Leaders: the result has no label exchange to show',
    ]);
  });

  it('knows what recording rules make, with its labels', () => {
    const record = expression('max by (exchange) (leader)', { record: 'exchange:leader:max' });
    expect(problemsOf([record, expression('exchange:leader:max{exchange="sim"}')], known)).toEqual([]);
    expect(problemsOf([record, expression('exchange:leader:max{instance="a"}')], known)).toHaveLength(1);
  });
});
