import { splitTerms, toPhraseWeights } from './weighted-terms';

/** What is bad when it grows, and good when it shrinks. */
const BURDENS = `
  inflation, core inflation, pce, ppi, consumer prices, producer prices, wholesale prices, import prices, food prices,
  fuel prices, energy prices, gasoline prices, cpi, unemployment, unemployment rate, jobless rate, joblessness, jobless
  claims, claims, continuing claims, costs, cost, fuel costs, energy costs, expenses, losses, loss, deficit, trade
  deficit, budget deficit, debt, debts, debt load, defaults, default, bankruptcies, bankruptcy, foreclosures,
  delinquencies, arrears, charge-offs, bad loans, bad debts, provisions, layoffs, job cuts, job losses, outflows,
  redemptions, volatility, vix, yields, yield, bond yields, treasury yields, spreads, fears, fear, worries, worry,
  concerns, concern, tensions, tension, jitters, nerves, risks, risk, uncertainty, pressures, pressure, price pressures,
  selling pressure, interest rates, rates, mortgage rates, borrowing costs, tariffs, tariff, taxes, tax, sell-off,
  selloff, sell-offs, selling, rout, liquidations, doubts, headwinds, fees, gas fees, crisis, woes, glut, slump,
  downturn, recession, turmoil, slowdown, anxiety, panic, shortage, shortages, contagion, short bets, bearish bets,
  short interest, inventory, inventories, stockpiles, mining difficulty, rents, cash burn, price war, backlash, threat,
  threats, overhang, scrutiny, tariff hit, shorts, bears, bear, virus, infections, sanctions, restrictions, penalties,
  competition, impairments, writedowns, write-downs, write-offs, gloom, pessimism, shortfall, weakness, stress,
  vacancies, damage, decline, slide, drop, complaints, insolvencies, insolvency, trade gap, dilution, leverage, ban,
  bans, curbs, clinical hold, halt, suspension, freeze, embargo, lockdown, strike, strikes, shutdown, war, price growth,
  cost growth, wage growth, debt growth, budget gap, funding gap, jobless benefits, withdrawals, debt pile, debt mountain, debt burden`;

/** What is good as long as it lasts or grows. */
const COMFORTS = `
  hopes, hope, optimism, rally, momentum, confidence, gains, recovery, growth, rebound, euphoria, frenzy, mania, hype,
  enthusiasm, boom, bets, demand, appetite, sentiment, stock rally, bull run, bull market, revenue growth, sales growth,
  sales, same-store sales, profit, profits, revenue, revenues, earnings, income, margin, margins, orders, bookings,
  deliveries, jobs, payrolls, hiring, employment, spending, guidance, outlook, forecast, forecasts, target, targets,
  estimates, dividend, dividends, payout, subscribers, users, customers, traffic, volumes, volume, inflows, activity,
  productivity, investment, lending, housing starts, home sales, mortgage applications, liquidity, adoption, upside,
  easing, buying, winning streak, winning run, record run, buyers, bulls, bull, price target, price targets, stock price
  target, stake, holdings, surplus, strength, ratings, flow, pile, market share, buyback, buybacks, stimulus, support,
  turnout, bid, dip buyers, savings, backlog, order book, estimate, gdp, economy`;

/** What has a price. */
const ASSETS = `
  share, shares, stock, stocks, equity, equities, bitcoin, btc, ether, ethereum, eth, xrp, solana, dogecoin, crypto,
  token, tokens, coin, coins, altcoins, gold, silver, copper, oil, crude, brent, wti, gas, wheat, corn, soybeans,
  coffee, cocoa, sugar, cotton, nickel, lithium, uranium, bond, bonds, treasuries, gilts, dollar, euro, sterling, pound,
  yen, yuan, lira, peso, rand, franc, nikkei, dow, nasdaq, ftse, dax, sensex, futures, etf, etfs, market, markets,
  price, prices, freight rates, day rates, exchange rate, platinum, palladium, zinc, aluminium, aluminum, real, won,
  krona, baht, ruble, zloty`;

/** What makes a commodity cheaper, and a company larger. */
const SUPPLIES = `
  supply, supplies, output, production, storage, exports, crop, harvest, rig count, rig counts, output increase,
  shipments`;

/** Where one of these is named, supply is that of a commodity. */
const COMMODITIES = `
  opec, opec+, oil, crude, brent, wti, barrels, bpd, gas, lng, wheat, corn, soybeans, coffee, cocoa, sugar, cotton,
  copper, nickel, lithium, uranium, gold, silver, natural gas, iron ore, uso, ung, platinum, palladium, zinc, aluminium,
  aluminum, tin, steel`;

/** Where one of these is named, supply is that of coins. */
const COINS = `bitcoin, btc, ether, ethereum, eth, token, tokens, coin, coins, altcoins`;

/** What lowers supply: bad for those it hits, good for the price of a commodity. */
const DISRUPTIONS = `
  curbs, cuts, cut, outage, outages, disruption, disruptions, drought, frost, disease, strike, strikes, shortage,
  shortages, deficit, embargo, war, conflict, attack, tension, tensions, sanctions, airstrike, killed, hurricane, storm,
  shutdown`;

/** What is good when it is lifted. */
const RESTRAINTS = `
  ban, bans, sanctions, curbs, restrictions, clinical hold, halt, suspension, freeze, embargo, lockdown, tariffs,
  tariff, strike`;

/** What is bad only by what is done about it: "drops the case" is good. */
const CASES = `
  case, cases, suit, lawsuit, lawsuits, probe, investigation, inquiry, charges, appeal, complaint, class action,
  antitrust case, sec case, sec lawsuit, fraud case, fraud charges, dispute, fight, legal fight, legal battle, battle,
  feud, claims, indictment, allegations, fine, penalty, sell, selling, crackdown, hearing, overhang, shutdown,
  delisting, downgrade, bailout, rate hike, rate hikes, hikes, hard landing, trade war, correction, insolvency,
  liquidation, crash, collapse,  bug, outage, hack, breach, flaw, rules, regulations, standards, requirements,
  export controls, red tape`;

/** What is good while it goes on, whichever way it goes. */
const ACTIVITIES = `withdrawals, redemptions, operations, flights, services, service, payments, trading, production, work, talks`;

const list = (terms: string) => splitTerms(terms, /,/);

/** What it means when it grows; abundance is supply of a commodity. */
export type NounClass = 'burden' | 'comfort' | 'asset' | 'supply' | 'abundance';

const CLASSES: readonly (readonly [NounClass, terms: string])[] = [
  ['asset', ASSETS],
  ['supply', SUPPLIES],
  ['comfort', COMFORTS],
  ['burden', BURDENS],
];

export const NOUNS: ReadonlyMap<string, NounClass> = new Map(
  CLASSES.flatMap(([noun, terms]) => list(terms).map((term) => [term, noun] as const)),
);
export const COMMODITY_NAMES: ReadonlySet<string> = new Set(list(COMMODITIES));
export const COIN_NAMES: ReadonlySet<string> = new Set(list(COINS));
export const DISRUPTION_NOUNS: ReadonlySet<string> = new Set(list(DISRUPTIONS));
export const RESTRAINT_NOUNS: ReadonlySet<string> = new Set(list(RESTRAINTS));
export const ACTIVITY_NOUNS: ReadonlySet<string> = new Set(list(ACTIVITIES));
export const CASE_NOUNS: ReadonlySet<string> = new Set(list(CASES));

/** Nouns of several words, which are joined to one, with what each says by itself. */
export function nounPhrases(): [phrase: string, weight: number][] {
  return toPhraseWeights([
    [0, ASSETS],
    [0, SUPPLIES],
    [0.6, COMFORTS],
    [-0.8, BURDENS],
    [-1, CASES],
  ]);
}
