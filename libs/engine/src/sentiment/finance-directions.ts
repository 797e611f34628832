import { splitTerms } from './weighted-terms';

/** What is bad when it grows, and good when it shrinks. */
const BURDENS = `inflation, core inflation, consumer prices, producer prices, import prices, unemployment, unemployment rate,
  jobless rate, jobless claims, costs, expenses, losses, loss, deficit, debt, defaults, bankruptcies, foreclosures, delinquencies,
  layoffs, job cuts, outflows, volatility, vix, yields, fears, worries, concerns, tensions, jitters, risks, uncertainty, pressures,
  price pressures, interest rates, rates, mortgage rates, borrowing costs, tariffs, taxes, sell-off, selloff, sell-offs, rout,
  liquidations, doubts, headwinds, fees, crisis, woes, glut, slump, downturn, recession, turmoil, slowdown, anxiety, panic, shortage,
  shortages, contagion, bad loans, short bets, gas fees, inventory, inventories, stockpiles`;

/** What people feel or see that is good as long as it lasts. */
const COMFORTS = `hopes, optimism, rally, momentum, confidence, gains, recovery, growth, rebound, euphoria, frenzy, enthusiasm,
  boom, bets, demand, appetite, sentiment, stock rally, revenue growth, sales growth`;

const GROWING = `rise rises rose rising jump jumps jumped jumping climb climbs climbed climbing surge surges surged surging soar
  soars soared soaring spike spikes spiked spiking mount mounts mounted mounting grow grows grew growing widen widens widened
  widening deepen deepens deepened deepening accelerate accelerates accelerated accelerating swell swells swelled swelling
  increase increases increased increasing intensify intensifies intensified worsen worsens worsened worsening escalate
  escalates escalated escalating build builds spread spreads spreading persist persists persisted linger lingers lingered
  balloon balloons ballooned quicken quickens flare flares loom looms looming return returns resurface resurfaces`;

const SHRINKING = `fall falls fell falling drop drops dropped dropping decline declines declined declining decrease decreases
  decreased ease eases eased easing cool cools cooled cooling fade fades faded fading recede recedes receded receding subside
  subsides subsided narrow narrows narrowed narrowing slow slows slowed slowing slide slides slid sliding tumble tumbles tumbled
  plunge plunges plunged plunging sink sinks sank slip slips slipped dip dips dipped moderate moderates moderated moderating
  abate abates abated retreat retreats retreated retreating shrink shrinks shrank shrinking soften softens softened halve halves
  halved wane wanes waned diminish diminishes dissipate dissipates end ends ended slump slumps slumped`;

/** What is said of burdens alone. */
const RELENTING =
  'stabilize stabilizes stabilized calm calms calmed improve improves improved vanish vanishes lift lifts lifted';

/** What comforts do when they end, beside shrinking. */
const ENDING = `fizzle fizzles fizzled stall stalls stalled evaporate evaporates evaporated dim dims dimmed ebb ebbs ebbed falter
  falters faltered crumble crumbles collapse collapses sour sours soured dashed weaken weakens weakened dry dries unravel
  unravels`;

const TO_GROW = `raise raises raised raising hike hikes hiked hiking stoke stokes stoked stoking fuel fuels fueled fuelled fueling
  fuelling fan fans fanned fanning spark sparks sparked sparking reignite reignites reignited heighten heightens heightened
  increase increases increased widen widens widened deepen deepens trigger triggers triggered renew renews renewed revive
  revives impose imposes imposed higher rising soaring mounting growing widening sticky persistent deepening new fresh`;

const TO_SHRINK = `cut cuts cutting trim trims trimmed trimming pare pares pared narrow narrows narrowed reduce reduces reduced
  reducing lower lowers lowered lowering slash slashes slashed ease eases eased easing curb curbs curbed tame tames tamed calm
  calms calmed soothe soothes soothed allay allays quell quells recoup recoups erase erases falling cooling slowing receding
  narrowing fading fewer smaller`;

const DANGERS = `bankruptcy, default, debt default, recession, shutdown, government shutdown, collapse, crisis, downgrade,
  delisting, ban, strike, insolvency, liquidation, lawsuit, tariffs, crash, sell-off, fine, bailout, contagion, rate hike,
  rate hikes, hard landing, trade war, bear market, correction, us tariffs`;

const TO_ESCAPE = `avoid avoids avoided avoiding avert averts averted averting escape escapes escaped escaping dodge dodges dodged
  evade evades evaded sidestep sidesteps sidestepped prevent prevents prevented delay delays delayed exit exits exited survive
  survives survived`;

const CASES = `lawsuit, lawsuits, suit, case, probe, investigation, charges, appeal, complaint, class action, antitrust case,
  sec case, sec lawsuit, fraud case, fraud charges`;

const TO_CLOSE_CASE = `drop drops dropped dropping dismiss dismisses dismissed end ends ended close closes closed settle settles
  settled withdraws withdrew tosses abandons resolves resolved`;

const BURDEN_WEIGHT = 1.8;
const COMFORT_WEIGHT = 1.8;
const ESCAPE_WEIGHT = 2;

/** The direction of what is named decides: "inflation falls" is good and "jobless claims jump" is bad. */
export function directionPhrases(): [phrase: string, weight: number][] {
  const list = (terms: string) => splitTerms(terms, /,/);
  const verbs = (terms: string) => splitTerms(terms, /\s+/);
  const nounFirst = (nouns: string, does: string, weight: number) =>
    list(nouns).flatMap((noun) => verbs(does).map((verb) => weigh(`${noun} ${verb}`, weight)));
  const verbFirst = (does: string, nouns: string, weight: number) =>
    verbs(does).flatMap((verb) => list(nouns).map((noun) => weigh(`${verb} ${noun}`, weight)));
  return [
    ...nounFirst(BURDENS, GROWING, -BURDEN_WEIGHT),
    ...nounFirst(BURDENS, `${SHRINKING} ${RELENTING}`, BURDEN_WEIGHT),
    ...verbFirst(TO_GROW, BURDENS, -BURDEN_WEIGHT),
    ...verbFirst(TO_SHRINK, BURDENS, BURDEN_WEIGHT),
    ...nounFirst(COMFORTS, `${SHRINKING} ${ENDING}`, -COMFORT_WEIGHT),
    ...verbFirst(TO_ESCAPE, DANGERS, ESCAPE_WEIGHT),
    ...verbFirst(TO_CLOSE_CASE, CASES, ESCAPE_WEIGHT),
  ];
}

function weigh(phrase: string, weight: number): [string, number] {
  return [phrase, weight];
}
