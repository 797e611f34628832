import { IntegerQueryField } from '../http/validation/fields';

export class EquityQuery {
  @IntegerQueryField({
    description: 'Points at most; all without',
    minimum: 4,
    maximum: 1_000_000,
    optional: true,
  })
  points?: number;
}
