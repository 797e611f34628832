import { splitTerms, toPhraseWeights } from './weighted-terms';

/** Verbs and adjectives of what grows. */
const GROWING = `
  rise rises rose rising risen jump jumps jumped jumping climb climbs climbed climbing surge surges surged surging soar
  soars soared soaring spike spikes spiked spiking mount mounts mounted mounting grow grows grew growing grown widen
  widens widened widening deepen deepens deepened deepening accelerate accelerates accelerated accelerating swell swells
  swelled swelling increase increases increased increasing intensify intensifies intensified build builds building
  spread persistent balloon balloons ballooned quicken quickens return returns resurface resurfaces skyrocket skyrockets
  skyrocketed skyrocketing leap leaps leaped leapt double doubles doubled doubling triple triples tripled expand expands
  expanded expanding firms firmed higher bigger larger wider up high highs highest record peak peaks advance advances
  advanced gain gained gaining strengthen strengthens strengthened strengthening rebound rebounds rebounded rebounding
  recover recovers recovered recovering faster fastest`;

const GROWING_PHRASES = `
  record high, record highs, record peak, all time high, all-time high, all-time highs, all-time peak, new high, new
  highs, fresh high, fresh highs, fresh peak, highest since, highest ever, strongest since, picks up, pick up, picking
  up, heats up, heat up, piles up, pile up, go up, goes up, more than doubles, more than double, blows out, blow out,
  drag on, drags on, pour in, pours in, pouring in, flood in, roll in, rolls in, comes back, come back, snaps back, snap
  back, bounces back, bounce back, roars back, roar back, springs back, above forecast, above forecasts, above
  estimates, above expectations, above consensus, to upside, to the upside`;

/** Verbs and adjectives of what shrinks. */
const SHRINKING = `
  fall falls fell falling fallen drop drops dropped dropping decline declines declined declining decrease decreases
  decreased ease eases eased easing cool cools cooled cooling cooler fade fades faded fading recede recedes receded
  receding subside subsides subsided narrow narrows narrowed narrowing narrower slow slows slowed slowing slide slides
  slid sliding tumble tumbles tumbled tumbling plunge plunges plunged plunging plummet plummets plummeted sink sinks
  sank sinking slip slips slipped dip dips dipped moderate moderates moderated moderating abate abates abated retreat
  retreats retreated retreating shrink shrinks shrank shrinking soften softens softened softening softer halve halves
  halved wane wanes waned diminish diminishes diminished dissipate dissipates slump slumps slumped slumping fizzle
  fizzles fizzled stall stalls stalled evaporate evaporates evaporated dim dims dimmed ebb ebbs ebbed falter falters
  faltered crumble crumbles collapse collapses collapsed weaken weakens weakened weakening weaker dry dries unravel
  unravels dwindle dwindles dwindled dwindling contract contracts contracted contracting lower smaller fewer down low
  lows lowest crash crashes crashed sag sags sagged undershoot undershoots undershot vanish vanishes vanished calm calms
  calmed slower overblown unfounded exaggerated misplaced dimming slowest short-lived overdone`;

const SHRINKING_PHRASES = `
  record low, record lows, all time low, all-time low, all-time lows, new low, new lows, fresh low, fresh lows, lowest
  since, lowest ever, weakest since, dry up, dried up, drying up, runs out, running out, runs out of steam, running out
  of steam, loses steam, losing steam, out of steam, is over, be over, are over, grinds to a halt, ground to a halt,
  comes to an end, not last, won't last, can't last, dies down, die down, cools off, cool off, tails off, falls away,
  drifts away, goes down, bottoms out, tops out, more than halves, starts to fade, looks exhausted, wears off, wear off,
  drops off, down from, throw in the towel, throws in the towel, threw in the towel, loses its shine, lose their shine,
  below forecast, below forecasts, below estimates, below expectations, below consensus, to downside, to the downside,
  runs into, run into, ran into`;

/** What makes its object grow. */
const TO_GROW = `
  raise raises raised raising hike hikes hiked hiking stoke stokes stoked stoking fuel fuels fueled fuelled fueling
  fuelling fan fans fanned fanning spark sparks sparked sparking reignite reignites reignited heighten heightens
  heightened trigger triggers triggered renew renews renewed revive revives revived impose imposes imposed sticky boost
  boosts boosted boosting lift lifts lifted lifting add adds added adding top tops topped ramp ramps lengthen lengthens
  resume resumes resumed approach approaches approached face faces create creates created win wins won new fresh
  stubborn hot extend extends bolster bolsters bolstered buoy buoys buoyed backs backed approve approves approved pass passes passed endorse endorses endorsed adopt adopts adopted`;

/** What makes its object shrink. */
const TO_SHRINK = `
  cut cuts cutting trim trims trimmed trimming pare pares pared paring reduce reduces reduced reducing lowers lowered
  lowering slash slashes slashed slashing curb curbs curbed curbing tame tames tamed soothe soothes soothed allay allays
  allayed quell quells quelled squeeze squeezes squeezed squeezing crimp crimps crimped dent dents dented dash dashes
  dashed hurt hurts shed sheds shedding lose loses lost losing shave shaves shaved erode erodes eroded eroding hammer
  hammers dampen dampens dampened temper tempers tempered miss misses missed pulls sap saps sapped reprieve rollback
  rollbacks relief exemption exemptions waiver waivers`;

/** Good of whatever it is said. */
const IMPROVING = `
  improve improves improved improving brighten brightens brightened stabilize stabilizes stabilized`;

/** Bad of whatever it is said, and to whatever it is done. */
const WORSENING = `
  worsen worsens worsened worsening deteriorate deteriorates deteriorated darken darkened sour sours soured loom looms
  looming bite bites escalate escalates escalated escalating flare flares linger lingers lingered persist persists
  persisted hinder hinders hindered hamper hampers hampered undermine undermines undermined jeopardize jeopardizes
  jeopardized threaten threatens threatened disrupt disrupts disrupted trail trails trailed trailing lag lags lagged
  lagging`;

/** Verbs that reverse what they govern: they end, avoid, deny or undo it. */
const REVERSING = `
  end ends ended ending drop drops dropped dropping abandon abandons abandoned avoid avoids avoided avoiding avert
  averts averted averting escape escapes escaped escaping dodge dodges dodged evade evades evaded sidestep sidesteps
  sidestepped prevent prevents prevented exit exits exited survive survives survived overcome overcomes overcame deny
  denies denied dismiss dismisses dismissed dismissal tosses tossed settle settles settled resolve resolves resolved
  close closes closed halt halts halted halting stop stops stopped remove removes removed removing reject rejects
  rejected block blocks blocked snap snaps snapped erase erases erased erasing reverse reverses reversed recoup recoups
  recouped surrender surrenders surrendered defy defies defied defying buck bucks bucked delay delays delayed shrug
  shrugs weather weathers weathered scrap scraps scrapped suspend suspends suspended cancel cancels cancelled canceled
  pause pauses paused freed fend fends repel repels derail derails derailed kill kills killed overturn overturns
  overturned void voids voided nix nixes ditch ditches ditched forgo forgoes trim trims trimmed ease eases eased cover
  covers covered offset offsets withdraw withdraws withdrew withdrawn unwind unwinds unwound retract retracts retracted
  refund refunds refunded repeal repeals repealed quash quashes quashed defuse defuses defused loosen loosens loosened
  loosening relax relaxes relaxed waive waives waived shelve shelves shelved    limiting restrict
  restricts restricting repay repays repaying clear clears cleared clearing limit limits stem stems stemmed forget goodbye`;

const REVERSING_PHRASES = `
  throws out, threw out, throw out, tosses out, calls off, call off, struck down, shrugs off, shrug off, shrugged off,
  shrugging off, shakes off, shake off, shook off, fends off, fend off, fended off, brushes off, brush off, brushed off,
  rolls back, roll back, rolled back, scales back, scale back, scaled back, backs down from, gives up, give up, gave up,
  gives back, give back, gave back, wipes out, wipe out, wiped out, wiping out, rules out, ruled out, walks back, pulls
  back from, recovers from, recover from, recovered from, recovering from, rebounds from, rebounded from, bounces back
  from, bounced back from, emerges from, emerged from, clears of, cleared of, freed from, puts an end to, put an end to,
  brings an end to, end to, end of, backs away from, winds down, phases out, cashes out of, puts behind, claws back,
  snaps back from, snaps out of, snapping out of, walks away from, walk away from, pours cold water on, pour cold water
  on, poured cold water on, throws cold water on, casts doubt on, cast doubt on, puts brakes on, puts the brakes on,
  hits brakes on, hits the brakes on, pulls plug on, pulls the plug on, turns off, turned off, turns its back on, pays
  off, pay off, paid off, pays down, pay down, paid down, vote against, votes against, voted against, so long, thrown out`;

/** What is bad unless it governs something bad: "fails to halt the rally" is good. */
const FAILING = `
  fails to, failed to, fail to, failing to, unable to, struggles to, struggle to, struggled to, not enough to, does
  little to, do little to, did little to`;

/** What says that something will not be. */
const REFUSING = `
  in no hurry to, no hurry to, in no rush to, no rush to, unlikely to, refuses to, refuse to, refused to, declines to,
  declined to, vows not to, no need to, not expected to, reluctant to, too early to, no plans to, no plan to, stops
  short of, not ready to, has no plans to, nobody, no one`;

/** What ends what was said before it. */
const ENDING = `
  is over, be over, are over, not last, won't last, can't last, comes to an end, runs out, running out, runs out of
  steam, running out of steam, loses steam, out of steam, looks exhausted, are numbered, be numbered, wears off, behind
  us, is dead, behind them, coming to an end, built on sand`;

const words = (terms: string) => splitTerms(terms, /\s+/);
const phrases = (terms: string) => splitTerms(terms, /,/);

const directions = (grow: readonly string[], shrink: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...shrink.map((term) => [term, -1] as const), ...grow.map((term) => [term, 1] as const)]);

/** Which way a subject goes. */
export const MOVES = directions(
  [...words(GROWING), ...phrases(GROWING_PHRASES)],
  [...words(SHRINKING), ...phrases(SHRINKING_PHRASES)],
);
/** Which way an object is made to go. */
export const CAUSES = directions(words(TO_GROW), words(TO_SHRINK));
/** Good or bad, whatever the noun. */
export const JUDGEMENTS = directions(words(IMPROVING), words(WORSENING));
export const REVERSERS: ReadonlySet<string> = new Set([...words(REVERSING), ...phrases(REVERSING_PHRASES)]);
export const FAILURES: ReadonlySet<string> = new Set(phrases(FAILING));
export const REFUSALS: ReadonlySet<string> = new Set(phrases(REFUSING));
export const ENDINGS: ReadonlySet<string> = new Set(phrases(ENDING));

/** Verbs of several words, which are joined to one, with what each says by itself. */
export function verbPhrases(): [phrase: string, weight: number][] {
  return toPhraseWeights([
    [0, REVERSING_PHRASES],
    [0, FAILING],
    [0, REFUSING],
    [-1.5, ENDING],
    [1.5, GROWING_PHRASES],
    [-1.5, SHRINKING_PHRASES],
  ]);
}
