import { toTermWeights, type WeightedTerms } from './weighted-terms';

const TRADING: WeightedTerms = [
  [
    1.8,
    `relief rally, santa rally, green light, buy signal, buy signals, buying pressure, buying opportunity, in the green, in the black,
    turns positive, turned positive, turns bullish, turn bullish, positive outlook, raised to buy, raises price target,
    raised price target, price target raised, passes stress test, pass stress tests, hits target, first profit, new buyers,
    demand outstrips supply, bottom is in`,
  ],
  [
    0,
    `a primer, pain drug, pain drugs, pain relief, things to know, what to watch, things to watch, at a glance, for and
    against, central bank, bank of england, bank of japan, bank of canada, bank of korea, bank of mexico, reserve bank,
    norges bank, year end, month end, quarter end, by the end of, at the end of, by end of, at end of, network upgrade,
    ethereum upgrade, record pace, between gains and losses, fear of missing out, hard fork, soft fork, stress test,
    stress tests, bought deal, hedge fund, hedge funds, sell tickets, on track`,
  ],
  [
    -1.8,
    `weighs on, weigh on, weighed on, weighing on, drag on, drags on, sell signal, sell signals, selling pressure, turns negative,
    turned negative, turns bearish, turn bearish, negative outlook, outlook negative, cut to sell, cut to neutral, cut to hold,
    cuts price target, cut price target, lowers price target, price target cut, hit hard, hits hard, hard hit, walks away, shy of,
    shareholder alert, investor alert, investors who have losses, top is in, bad debts, fails stress test`,
  ],
];

const REPORTS: WeightedTerms = [
  [-1.8, 'beyond rescue, beyond repair'],
  [2, 'flies past, fly past, sailed past, races past, powers past, sweeps past, breezes past, storms past'],
  [
    1,
    'clears path for, clearing path for, clears way for, paves way for, paves the way, opens way to, opens the way',
  ],
  [
    -1.3,
    'to cost, could cost, will cost, squeezed by, hurt by, dragged by, weighed by, dragged down, weighed down',
  ],
  [
    2,
    `blows past, blow past, blew past, blow away, blows away, sails past, cruises past, at buy, as buy, at outperform, at
    overweight, at strong buy, crazy about, conviction list, best since, snaps up`,
  ],
  [
    1.2,
    `partners with, piling into, piling in, piles into, pile into, adds to, opens door to, opens the door, comes back, is
    back, are back, break out, can't get enough of, isn't done, aren't done, not done, to own, wins right, gets nod,
    gets go-ahead`,
  ],
  [1, 'high end of, upper end of'],
  [-1, 'low end of, lower end of'],
  [0.3, 'never been more, never been better, never been higher, never been so'],
  [
    -1.2,
    `back off, backs off, pulls back, pull back, pulled back, left out, misses out, on edge, equity offering, stock
    offering, share offering, share sale, pushes back, pushed back, reins in, cashing out, cash out, cashes out`,
  ],
  [
    -1.8,
    `burns through, burn through, burning through, behind schedule, on the brink, kicked out, at sell, at
    underperform, at underweight, flood the market, floods market, flooding the market, back taxes, ordered to pay, junk
    territory, under fire, missing estimates, case to proceed, trading halt, clinical hold, creditor protection,
    bankruptcy protection, profit alert, flushed out, legal action, not sustainable, short of estimates, credit watch,
    on notice`,
  ],
];

const PRICES: WeightedTerms = [
  [
    3.2,
    `recovers from, recover from, recovered from, recovering from, rebounds from, rebounded from, rebounds after, rebounded after,
    bounces back from, bounced back from, bounces back after, recovers after, rallies after, rises after, climbs after, jumps after`,
  ],
  [
    2.6,
    `record high, record highs, record peak, all time high, all-time high, all-time highs, all-time peak, new high, new
    highs, fresh high, fresh peak`,
  ],
  [
    2.2,
    'highest since, highest ever, best day since, best week since, best month since, strongest since, best ever',
  ],
  [
    2,
    `bull run, bull market, golden cross, to the moon, buy the dip, buying the dip, shrug off, shrugs off,
    shrugged off, shrugging off, bottomed out, winning streak, breaks above, broke above, breaks out, breaks through,
    smashes through, takes charge, erases losses, erased losses, pares losses, pare losses, pared losses, trims losses,
    cuts losses, recoups losses, claws back, snaps losing streak, ends losing streak, worst is over, worst may be over,
    room to run, has legs, no sign of slowdown, no sign of slowing, overweight rating`,
  ],
  [
    1.2,
    'short squeeze, holds above, holds support, holds firm, stands firm, comes online, extreme greed, safe haven',
  ],
  [
    1,
    `up to date, picks up, pick up, risk appetite, pile in, piles in, piled in, safe-haven demand, supply squeeze, supply
    deficit`,
  ],
  [
    0,
    `fear and greed index, fear & greed index, up to, gives up to, steps up, wraps up, sets up, signs up, start up, shut down,
    little changed, set to open, how to, what to know, mixed session, down payment, lock up,
    profit taking, stock split, bear stearns, red bull, rising star, trading up, dow jones, bond fund, growth stocks,
    dividend stocks, opening up, up and running, warm up, follow up, united states, record date, on record, gains and losses,
    in line with, as expected, closing flat`,
  ],
  [-1.2, 'take profits, takes profits, lock-up expiry, lockup expiry'],
  [
    -1.6,
    `pares gains, pare gains, pared gains, paring gains, trims gains, trimmed gains, erases gains, erased gains, gives up gains,
    gave up gains, wipes out gains, snaps winning streak, key support, breaks support, loses support, below support,
    breaks below, broke below, breaks down, gives way, under pressure, in the red, for the exits, bull trap, head for exits`,
  ],
  [
    -2,
    `bear market, correction territory, death cross, losing streak, sell off, sells off, selling off, sold off, dead cat bounce,
    flash crash, crypto winter, extreme fear, worst day, worst week, worst month, worst quarter, worst year, in the doldrums,
    wipes out, wiped out, wipe out, rally fades, fire sale, fire sales, biggest drop, biggest fall,
    biggest loss, best days behind, lowest since, weakest since`,
  ],
  [
    -2.6,
    `dash hopes, dashes hopes, dashed hopes, dashing hopes, hopes dashed, record low, record lows, all time low, all-time
    low, all-time lows, new low, new lows, fresh low, fresh lows`,
  ],
];

const COMPANIES: WeightedTerms = [
  [
    2.2,
    `record profit, record profits, record revenue, record sales, record earnings, record quarter, record deliveries,
    swings to profit, swung to profit, swing to profit, swings to a profit, returns to profit, turns a profit, first annual profit,
    profit doubles, investment grade, dividend hike, dividend increase, dividend boost, hikes dividend, buy rating,
    repay in full, in full`,
  ],
  [
    1.8,
    `top estimates, top forecasts, top expectations, top views, ahead of expectations, ahead of estimates, ahead of forecasts,
    better than expected, better than feared, stronger than expected, less than feared, special dividend, takes stake,
    takes a stake, first dividend, cost cuts, cost cutting, wins approval, wins order, wins contract, lands contract, signs deal, strikes deal,
    strike deal, same-store sales rise, to buy, emerges from bankruptcy, exits bankruptcy, insider buying, outlook raised,
    guidance raised, forecast raised, most valuable, back to growth, tops forecast`,
  ],
  [
    0,
    `securities fraud law firm, interest rate, interest rates, interest income, cash flow, credit rating, credit ratings,
    credit card, credit cards, junk bonds, junk bond, high yield, short term, long term, high street,
    high court, beats headphones, to report, to release, to publish, profit report, earnings call,
    raises funds, fair value, best buy, better business, general dynamics, health care, natural gas, united airlines,
    united health, deal with, deals with, new chief, wins seat, vote on`,
  ],
  [
    -1.6,
    `short of expectations, short of forecasts, falls short, fall short, fell short, worse than expected, worse than feared,
    weaker than expected, short seller, short sellers, short report, job cuts, jobs cut, lay off, lays off, laid off, laying off, steps down, stepped down, sell rating, hit with, hit by, takes hit, takes a hit, take hit, price war,
    price cuts, cuts prices, squeezing margins, margin squeeze, squeezes margins, margin pressure, goes dark, wider loss,
    wider losses, accounting probe, class action, outlook cut, guidance cut, forecast cut, dumps stake, insiders dump, insider selling,
    cash burn, going concern, goodwill impairment, lose subscribers, loses subscribers, outlook disappoints, pulls guidance,
    withdraws guidance, withdraws outlook, pulls outlook, pulls forecast, export curbs, export ban, struggles with debt`,
  ],
  [
    -2.2,
    `profit warning, profit warnings, profit falls, profit drops, profit slumps, swings to loss, swung to loss, swing to loss,
    swings to a loss, posts loss, reports loss, dividend cut, cuts dividend, cuts its dividend, slashes dividend, suspends dividend,
    suspends its dividend, scraps dividend, cuts guidance, cuts outlook, cuts forecast, chapter 11, chapter 7, to junk,
    junk status, credit crunch, bank run, deposit flight, more than halves, data breach, files for bankruptcy, fails to,
    failed to, fail to, failing to, unable to, struggles to, struggle to, struggles for, declines to approve, loses faith,
    lose faith, misses payment, goes bust, goes under`,
  ],
];

const ECONOMY: WeightedTerms = [
  [
    2.2,
    `soft landing, goldilocks economy, end of rate hikes, end to rate hikes, trade truce, trade deal, peace deal, debt
    deal, truce holds`,
  ],
  [
    1.6,
    `rate cut, rate cuts, interest rate cut, interest rate cuts, cuts rates, cut rates, tax cuts, tax cut, economy adds,
    jobs growth, hiring picks up, supply cuts, supply cut, output cuts, output cut, cuts output, cold snap, pause tariffs,
    pauses tariffs, suspends tariffs, lifts tariffs, scraps tariffs, lifts sanctions, rate pause, pauses rate hikes`,
  ],
  [
    0,
    `holds rates steady, holds rates, keeps rates, rates steady, rates unchanged, rates on hold, inflation data,
    inflation report, inflation reading, jobs report, jobs data, jobless claims data, interest rate decision, rate decision,
    recession indicator, debt auction, inflation hedge, hedge against inflation, unemployment benefits`,
  ],
  [
    -1.6,
    `rate hike, rate hikes, rate increase, rate increases, interest rate hike, interest rate hikes, raises rates,
    raise rates, hikes rates, higher for longer, higher rates, higher yields, tax hike, tax hikes, hot inflation, sticky inflation,
    proves sticky, inflation unexpectedly accelerates, inflation unexpectedly rises, inflation unexpectedly jumps, inflation hits,
    raise output, raises output, boost output, boosts output, bumper harvest, bumper crop, record harvest, mild winter,
    supply glut, trade deficit widens, talks collapse, talks break down, yields hit, yields top, rating cut, credit rating cut`,
  ],
  [
    -2.2,
    `hard landing, trade war, trade wars, recession fears, recession risk, recession warning, yield curve inversion,
    banking crisis, debt crisis, debt default, bond rout, loses jobs, sheds jobs, economy shrinks, economy contracts, new tariffs`,
  ],
  [
    2,
    `inflation unexpectedly falls, inflation unexpectedly slows, inflation unexpectedly cools, inflation unexpectedly eases,
    unemployment unexpectedly falls, jobless claims unexpectedly fall`,
  ],
];

const CRYPTO: WeightedTerms = [
  [2.2, 'etf approval, etf approvals, etf inflows, regains peg, restores peg, legal tender'],
  [
    3,
    'white hat, returns funds, returns all funds, returns stolen funds, recovers stolen funds, recovers funds',
  ],
  [
    1.4,
    'to list, files for spot, spot etf filing, strategic reserve, coin burn, token burn, supply shock, diamond hands',
  ],
  [
    -2,
    `etf outflows, token unlock, wash trading, ban on crypto, crypto ban, bans crypto, mining ban, paper hands, to
    delist, selling unregistered securities`,
  ],
  [
    -3,
    `rug pull, rug pulls, rug pulled, exit scam, pump and dump, loses peg, loses its peg, loses dollar peg, loses its dollar peg,
    losing its peg, flash loan attack, funds stolen, freezes withdrawals, halts withdrawals, suspends withdrawals,
    pauses withdrawals, exchange hack, bridge hack`,
  ],
];

/** Phrases whose words say something else, or more, together: two to four words, weights -4 to 4. Own work. */
export const FINANCE_PHRASES: readonly (readonly [phrase: string, weight: number])[] = [
  ...[REPORTS, PRICES, TRADING, COMPANIES, ECONOMY, CRYPTO].flatMap((group) => toTermWeights(group, /,/)),
];
