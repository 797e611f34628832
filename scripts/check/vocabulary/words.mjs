// What docs/vocabulary.md says, as patterns: `word` is the first column of its table. Patterns see plain text, and identifiers
// and paths as their words (`toldCandles` as `told candles`).

/** Each word that this project does not use, and the pattern that finds it: in the word itself, or in the example. */
export const WORDS = [
  { word: 'told, tells', pattern: /\b(?:told|tells?|telling)\b/gi },
  { word: 'mood', pattern: /\bmoods?\b/gi },
  { word: 'heard, hears, ears', pattern: /\b(?:heard|hears?|hearing|ears)\b/gi },
  {
    word: 'a look, looks at',
    pattern: /\b(?:a|the|each|every|next|one|per) looks?\b(?![- ](?:ahead|up))|\blook(?:s|ed|ing)? at\b/gi,
  },
  { word: 'behind', pattern: /\bbehind\b/gi },
  { word: 'place', pattern: /\bplaces?\b/gi },
  { word: 'asks, asked', pattern: /\bask(?:s|ed|ing)?\b/gi },
  {
    word: 'order, of a job',
    example: 'an order for share prices',
    pattern: /\border(?:s|ed)? (?:for|asks?|without|of (?:share|features|gaps))\b/gi,
  },
  {
    word: 'repair of gaps, computation of features, ingest of share prices',
    pattern: /\b(?:repairs? of gaps|computations? of features|ingests? of share prices|share prices?)\b/gi,
  },
  { word: 'makes the record yours', pattern: /\brecords? (?:yours|theirs)\b|\bthe client's for good\b/gi },
  { word: 'what came of it', pattern: /\b(?:came|comes|became|become|becomes) of\b/gi },
  {
    word: 'takes, of a strategy',
    example: 'the strategy takes no parameters',
    pattern:
      /\b(?:strategy|strategies|it) takes? (?:no )?parameters?\b|^(?:\w+ )?takes(?: read)?$|\bit takes (?:none|$)/gi,
  },
  { word: 'stands', pattern: /\b(?:stands?|standing|stood)\b/gi },
  { word: 'upkeep', pattern: /\bupkeep\b/gi },
  { word: 'in turn, take turns', pattern: /\b(?:in|takes?|taking|took|their|its|of) turns?\b|\bturns\b/gi },
  { word: 'put together', pattern: /\bput(?:s|ting)? together\b/gi },
  { word: 'vouches, trusts', pattern: /\b(?:vouch(?:es|ed)?|trusts)\b/gi },
  { word: 'held up', pattern: /\b(?:held|holds?|holding) up\b/gi },
  { word: 'lot', pattern: /\blots?\b/gi },
  { word: 'aim', pattern: /\baim(?:s|ed|ing)?\b/gi },
  { word: 'in trouble', pattern: /\btroubles?\b/gi },
  { word: 'fixed word', pattern: /\bfixed words?\b/gi },
  {
    word: 'gone, ended, left',
    pattern:
      /\b(?:gone|ended|leaving)\b|\b(?:who|client|server|reader|process|worker|leader|has|have|had) left\b|\bleft behind\b|\b(?:workers?|planners?|process(?:es)?|clients?|readers?|servers?) (?:that )?leaves?\b(?! (?:it|the)\b)/gi,
  },
  {
    word: 'cannot be started',
    example: 'a thread that cannot be started',
    pattern: /\bthreads? (?:that )?cannot be started\b/gi,
  },
  { word: 'before_history', pattern: /\bbefore[_ ]history\b/gi },
];

/** Where a pattern finds something else, anywhere or in paths that match `where`. Each entry is cut out of the text before words are counted. */
export const ALLOWED = [
  { pattern: /`[\w.]+` →/g, reason: 'an earlier name, where the changelog renames it' },
  { pattern: /\b(?:decimal|in) places?\b/gi, reason: 'digits after the point; "in place" of an update' },
  { pattern: /\b(?:takes?|took|taking) place\b/gi, reason: 'happens' },
  { pattern: /\bbid[ /-]?(?:and[ ])?ask\b|\bask price\b/gi, reason: 'the ask of an order book' },
  {
    pattern: /\bbehind (?:a |an |the )?(?:connection pooler|pooler|PgBouncer|proxy|load balancer)\b/gi,
    reason: 'the usual word for a server with a proxy in front of it',
  },
  { pattern: /\bbehind by\b/gi, reason: 'lag' },
  { pattern: /\bholds_up\b/g, reason: 'a level of the verdict' },
  { pattern: /^holds up$/g, where: /^apps\/console\/src\//, reason: 'a level of the verdict, as a key' },
  { pattern: /\bbehind utc\b/gi, reason: 'an offset of a time zone' },
  { pattern: /\blag(?:s|ged|ging)? behind\b/gi, reason: 'lag' },
  {
    pattern: /(?<!\ba )\blots?\b(?! of\b)|\bone lot of\b|\b\d+ lots of \d/gi,
    reason:
      'a quantity bought in one fill, and its step, as LEAN and exchanges name them; not "a lot" or "lots of"',
  },
  { pattern: /\bplac(?:es?|ing|ed) (?:\w+ )?orders?\b/gi, reason: 'trading orders are placed' },
  {
    pattern: /\bturns (?:(?:it|them|an?|the|\w+ of \w+|what|\w+) ){0,4}(?:into|up|down|off|on|round)\b/gi,
    reason: 'changes, switches; nobody waits for a turn',
  },
  {
    pattern: /^(?:asked|before_history)$/g,
    where: /^libs\/domain\/src\/.*\.entity\.ts$/,
    reason: 'columns of the database',
  },
  { pattern: /\basked (?:= asked|as requested)\b/g, reason: 'a column of the database' },
  {
    pattern: /\basked_(?:at|hour)\b|^asked(?: (?:at|hour))?$/g,
    where: /^(?:apps\/\w+|libs\/domain)\/test\//,
    reason: 'columns of the database',
  },
  { pattern: /\border of FEATURES\b/g, reason: 'the sequence of a list' },
];

/** Files whose words are not ours, or are the subject. */
export const NOT_COUNTED = [
  { path: /^docs\/vocabulary\.md$/, reason: 'lists the words' },
  { path: /^scripts\/check\/vocabulary/, reason: 'lists the words' },
  { path: /^(?:LICENSE|package-lock\.json)$/, reason: 'texts of others' },
  { path: /^libs\/engine\/src\/sentiment\/.*(?:lexicon|words|phrases)/, reason: 'words of headlines' },
  {
    path: /^libs\/domain\/src\/database\/migrations\//,
    reason: 'statements that databases have run already',
  },
  { path: /\.fixture\.json$/, reason: 'data' },
  { path: /^bench\/peers\/vader_sentences\.py$/, reason: 'words of headlines' },
  { path: /^test\/boundaries\/bad\//, reason: 'a fixture' },
];
