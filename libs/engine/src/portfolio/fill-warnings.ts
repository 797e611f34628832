import { type FillVolumes } from '../backtest/fill-volumes';
import { type AlignedMembers } from './align-members';
import { listNames } from './decision-notes';
import { type PortfolioInput } from './portfolio';

/** What of an account its warnings are about. */
interface FilledAccount {
  readonly bankrupt: boolean;
  readonly unpaidLoss: number;
}

/** What was not filled as requested, or might not have been at a market. */
export function fillWarnings(
  { members }: PortfolioInput,
  aligned: AlignedMembers,
  { bankrupt, unpaidLoss }: FilledAccount,
  volumes: readonly FillVolumes[],
  leftOut: number,
): string[] {
  const warnings: string[] = [];
  if (members[0].execution.fill === 'close') {
    warnings.push('orders are filled at the very close that decides them, which no live order can do');
  }
  if (leftOut > 0) {
    warnings.push(
      `changes left out because the member had no candle where the others were filled: ${leftOut}`,
    );
  }
  if (bankrupt) {
    warnings.push(
      'the account went bankrupt and the run stopped there' +
        (unpaidLoss > 0 ? `; a loss of ${unpaidLoss} beyond the capital was written off` : ''),
    );
  }
  return [...warnings, ...volumeWarningsByMember(aligned, volumes)];
}

/** The same warning of several members is one, which names them. */
export function volumeWarningsByMember(
  { members }: AlignedMembers,
  volumes: readonly FillVolumes[],
): string[] {
  const named = members.flatMap(({ name, candles }, member) =>
    volumes[member]
      .warnings(() => candles.volume.some((traded) => traded > 0))
      .map((warning) => ({ name, warning })),
  );
  if (named.length === 0) return [];
  const [{ name, warning }] = named;
  if (named.length === 1) return [`${name}: ${warning}`];
  const names = [...new Set(named.map((entry) => entry.name))];
  return [
    `fills that the volumes of their bars might not have given, in ${listNames(names)}; ${name}: ${warning}`,
  ];
}
