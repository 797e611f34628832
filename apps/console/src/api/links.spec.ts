import { queriesOf } from './links';

describe('the queries of a Link header', () => {
  it('are those of relative addresses, and of absolute ones where the service has a public address', () => {
    const header = '<?size=2&page=3>; rel="last", <https://a.example/api/v1/x?size=2&cursor=MTo>; rel="next"';
    expect(queriesOf(header)).toEqual({ last: '?size=2&page=3', next: '?size=2&cursor=MTo' });
    expect(queriesOf(null)).toEqual({});
  });
});
