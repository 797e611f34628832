import { firstCandleAtOrAfter, sliceCandleColumns } from '../market/candle-columns';
import { type Span } from '../validation/trial-setting';
import { type AlignedMember, type AlignedMembers } from '../portfolio/align-members';

/** The members as they are aligned for a run over the bars of a span alone, with the same history; nothing is copied. */
export function cutMembers({ openTime, members }: AlignedMembers, { from, to }: Span): AlignedMembers {
  if (to === openTime.length) return { openTime, first: from, members };
  const end = openTime[to];
  return {
    openTime: openTime.subarray(0, to),
    first: from,
    members: members.map((member) => cutMember(member, to, end)),
  };
}

function cutMember(member: AlignedMember, bars: number, end: number): AlignedMember {
  return {
    name: member.name,
    times: member.times,
    candles: sliceCandleColumns(member.candles, 0, firstCandleAtOrAfter(member.candles, end)),
    close: member.close.subarray(0, bars),
    candleAt: member.candleAt.subarray(0, bars),
    firstBar: Math.min(member.firstBar, bars),
    from: Math.min(member.from, bars),
    to: Math.min(member.to, bars),
    ends: member.ends
      .filter(({ from }) => from < bars)
      .map(({ from, until }) => ({ from, until: Math.min(until, bars) })),
  };
}
