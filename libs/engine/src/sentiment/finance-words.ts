import { toTermWeights, type WeightedTerms } from './weighted-terms';

/** Good or bad in everyday speech, but names of things where markets are reported; "no" still turns the next word round. */
const WITHOUT_MEANING: WeightedTerms = [
  [
    0,
    `share shares shared sharing stock stocks interest interests interested security securities securitized like
    likes liked pay pays paid gross bond bonds trust trusts trustee trustees treasury treasuries treasurer equity
    equities futures credit credits credited creditor active play plays playing united natural energy crude moody
    amazon number novel fair value values valued top straight await awaits awaited fresh launched cancer legal well
    care intelligence intelligent party agreement agree agrees agreed create creates created creating creation
    creative ready smart please demand demanded demanding block fire alert fine chance matter matters dear ha mad
    greed surprise surprises surprised surprising surprisingly no original super popular important vision dynamic
    determined responsible certain solution solutions want discounted grand commit commits committed commitment
    commitments worth promissory asset assets liability liabilities leave defense defence free opportunity special
    outstanding mature award kind dominance wealth`,
  ],
];

const DIRECTIONS: WeightedTerms = [
  [2.6, 'skyrocket skyrockets skyrocketed skyrocketing moonshot moonshots'],
  [2.4, 'surge surges surged surging soar soars soared soaring rocket rockets rocketed rocketing'],
  [
    2,
    `rally rallies rallied rallying jump jumps jumped jumping leap leaps leaped leapt rebound rebounds rebounded rebounding
    outperform outperforms outperformed outperforming recover recovers recovered recovering regain regains regained reclaim
    reclaims reclaimed pop pops popped breakout breakouts explode explodes exploded`,
  ],
  [
    1.7,
    `climb climbs climbed climbing gain gains gained gaining rise rises rose rising risen advance advances advanced advancing
    bounce bounces bounced bouncing strengthen strengthens strengthened strengthening recovery recoveries pump pumps pumped
    ascend ascends zoom zooms zoomed roar roars roared swell swells swelled upside upturn uptick uptrend upswing`,
  ],
  [
    1.2,
    `higher spike spikes spiked spiking grow grows grew grown growing expand expanded expanding expansion accelerate
    accelerates accelerated accelerating raise raises raised raising lift lifts lifted lifting hike hikes hiked increase
    increases increased increasing highs double doubles doubled doubling triple triples tripled quadruple quadruples peak peaks`,
  ],
  [0.8, 'high highest growth record'],
  [0.5, 'up above'],
  [-0.8, 'down below'],
  [
    -1.2,
    `lower lowers lowered lowering lows lowest cut cuts cutting reduce reduces reduced reducing slow slows slowed slowing
    downside downtrend decelerate decelerates decelerated shave shaves shaved contract contracts contracted contracting
    contraction retreat retreats retreated retreating lose loses pullback pullbacks`,
  ],
  [
    -1.8,
    `fall falls fell falling fallen drop drops dropped dropping decline declines declined declining dip dips dipped dipping
    slip slips slipped slipping slide slides slid sliding weaken weakens weakened weakening sag sags sagged shed sheds
    shedding shrink shrinks shrank shrinking shrunk halve halves halved stumble stumbles stumbled downturn stall stalls
    stalled falter falters faltered faltering underperform underperforms underperformed correction fizzle fizzles fizzled
    fade fades faded fading descend descends wane wanes waned waning worsen worsens worsened worsening deteriorate
    deteriorates deteriorated deteriorating deterioration dragged drags drag slowdown languish languishes languished`,
  ],
  [
    -2.4,
    `plunge plunges plunged plunging tumble tumbles tumbled tumbling slump slumps slumped slumping sink sinks sank sinking
    sunk dive dives dived dove diving nosedive nosedives nosedived plummet plummets plummeted plummeting rout routs routed
    tank tanks tanked tanking crater craters cratered cratering sell-off sell-offs selloff selloffs slash slashes slashed
    slashing bleed bleeds bleeding bled crumble crumbles crumbled tailspin freefall free-fall meltdown meltdowns bloodbath
    capitulate capitulates capitulated capitulation`,
  ],
  [
    -2.8,
    'crash crashes crashed crashing collapse collapses collapsed collapsing implode implodes imploded implosion',
  ],
];

const COMPANIES: WeightedTerms = [
  [2.5, 'blowout blockbuster blockbusters bumper stellar'],
  [
    2,
    `beat beats tops topped topping exceed exceeds exceeded exceeding surpass surpasses surpassed upgrade upgrades upgraded
    upbeat buyback buybacks record-breaking better-than-expected stronger-than-expected approve approves approved approval
    approvals profitable profitability smash smashes smashed smashing crushes outpace outpaces outpaced overweight undervalued`,
  ],
  [
    1.4,
    `repurchase repurchases partnership partnerships partner turnaround breakthrough milestone milestones
    expands adopt adopts adopted adoption tailwind tailwinds resilient resilience resumes oversubscribed lands clears cleared
    clear overtake overtakes overtook outlast secures thrive thrives thriving`,
  ],
  [0.8, 'profit profits deal deals premium confidence takeover '],
  [0.4, 'acquire acquires'],
  [0.15, 'dividend dividends'],
  [
    -1.2,
    `tariff tariffs antitrust junk quit quits strike strikes walkout shortage shortages headwind headwinds closure closures
    shutdown shutdowns shutter shutters shuttered scrap scraps scrapped postpone postpones postponed writedown write-down
    writedowns write-downs impairment impairments lag lags lagged dilution dilutive underweight overvalued stretched
    resign resigns resigned resignation reprimand`,
  ],
  [
    -1.8,
    `miss misses missed missing warn warns warned warning warnings loom looms loomed looming downgrade downgrades downgraded
    lawsuit lawsuits sue sues sued suing probe probes probed investigate investigates investigated investigation
    investigations recall recalls recalled recalling layoff layoffs lay-offs fined fines halt halts halted halting suspend
    suspends suspended suspending suspension freeze freezes froze frozen freezing subpoena subpoenas raid raids raided
    blackout outage outages defect defects defective flaw flaws flawed bug bugs ousted ousts worse-than-expected
    weaker-than-expected underwhelm underwhelms underwhelmed underwhelming disappoint disappoints downbeat lackluster
    lacklustre tepid sluggish anemic subdued sour sours soured bruised battered slammed hammered punished reject rejects
    rejected plague plagued mismanagement flop flops flopped infringe infringes infringed infringement`,
  ],
  [
    -2.6,
    `bankruptcy bankruptcies insolvent insolvency default defaults defaulted defaulting fraud fraudulent delist delists
    delisted delisting indict indicts indicted indictment ponzi embezzle embezzled embezzlement liquidate scandal scandals`,
  ],
];

const ECONOMY: WeightedTerms = [
  [1.3, 'stimulus truce ceasefire dovish disinflation easing de-escalation'],
  [-0.4, 'inflation debt debts unemployment jobless'],
  [
    -1.3,
    'hawkish tightening deflation austerity sanction sanctions retaliation retaliate retaliates glut oversupply inversion',
  ],
  [-2.2, 'recession recessions stagflation turmoil contagion jitters crunch gloom'],
];

const MOODS: WeightedTerms = [
  [
    1.6,
    `boom booms booming shine shines shone buoy buoys buoyed bolster bolsters bolstered cheer cheers cheered greenlight greenlights
    greenlit revive revives revived record-high best-ever upped lifeline relief outshine outshines brightens brighten`,
  ],
  [
    1,
    `brisk accretive nod backs backed backing legalize legalizes surplus buying thaw thaws warms ups dominates endorses
    favors`,
  ],
  [0.5, 'notches notch notched buys bought hiring unicorn bargain bargains hopeful hopes'],
  [-0.6, 'muted choppy cautious caution pricey soft softer softens softened sells sell grounds grounded'],
  [
    -1.2,
    `wary bubble bubbles bite bites dent dents dented jolt jolts jolted wobble wobbles wobbled volatile volatility overheated
    skeptical restrict restricts restricted restrictions alleges alleged allegations whistleblower stagnant stagnate stagnates
    stagnation spiral spirals shortfall shortfalls snub snubs snubbed rebuff rebuffs rebuffed embargo lockdown
    lockdowns selling retaliatory axe axes axed sack sacks sacked cull culls terminates terminated curb curbs curbed curbing
    deficit deficits blocks blocked scuttle scuttles scuttled hurricane explosion`,
  ],
  [
    -1.8,
    `hurt hurts rattle rattles rattled rattling spook spooks spooked roil roils roiled fret frets hammers batter batters pummel
    pummels pummeled pummelled skid skids skidded swoon swoons swooned bust busts burst bursts crackdown crackdowns clampdown
    bans woes overstated overstates restates restated restatement irregularities derail derails derailed delinquent
    delinquencies distressed invade invades invasion cyberattack cyberattacks ransomware class-action record-low worst-ever
    hemorrhage hemorrhages`,
  ],
];

const REPORTS: WeightedTerms = [
  [2, 'outsell outsells outsold outgrow outgrows trounce trounces trounced buoyant'],
  [
    1.5,
    'go-ahead all-clear comeback comebacks robust stronger strongest reinstate reinstates reinstated scores scored',
  ],
  [
    1,
    'bottoming tightest reopen reopens reopened reopening restart restarts restarted resume resumed beating',
  ],
  [
    -0.9,
    'reins idle idled overdue challenge challenges challenging stuck abruptly weigh weighs weighed tighten tightens',
  ],
  [
    -1.3,
    `strips stripped booted expelled shelve shelves shelved shelving balk balks balked delay delays delayed snag snags
    weaker weakest curtail curtails curtailed overhang overshadows overshadowed frothy toppy exhausted exhaustion
    underwater leak leaks leaked offload offloads offloaded withdraw withdraws withdrew softness unwind unwinds strain
    strained probing unsustainable writeoff writeoffs write-off write-offs insolvencies`,
  ],
  [
    -1.8,
    `flee flees fled fleeing exodus devalue devalues devalued devaluation sputter sputters sputtered buckle buckles
    buckled convicted jailed imprisoned sentenced bribery misconduct wrongdoing kickbacks wipeout wipeouts apocalypse
    carnage cash-strapped debt-laden embattled beleaguered`,
  ],
];

const CRYPTO: WeightedTerms = [
  [2.4, 'bullish moon mooning moons hodl hodlers altseason'],
  [
    1.6,
    'inflow inflows accumulate accumulates accumulated accumulating accumulation risk-on bull bulls staked',
  ],
  [-1.4, 'bear bears risk-off fud unlock unlocks overbought dump dumps dumped dumping'],
  [
    -2.2,
    `bearish outflow outflows hacker hackers hacking breach breaches breached liquidated liquidation liquidations exploit exploits exploited
    exploiting exploiter drain drains drained draining phishing launder laundering laundered vulnerability vulnerabilities`,
  ],
  [-3, 'hack hacks hacked depeg depegs depegged depegging rugpull rugged rekt scam scams scammed scammers'],
];

/** How words sound where markets are reported, -4 to 4: what replaces and completes everyday meanings. Own work. */
export const FINANCE_WORDS: readonly (readonly [word: string, weight: number])[] = [
  ...[WITHOUT_MEANING, DIRECTIONS, COMPANIES, ECONOMY, MOODS, REPORTS, CRYPTO].flatMap((group) =>
    toTermWeights(group, /\s+/),
  ),
];
