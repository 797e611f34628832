/* The limit for row 1: an SMA cross over columns of doubles, long only, filled at the next open, with the figures that the
 * engine's report has. Average, signal and account run in one pass, since nothing else needs them apart.
 *
 *   sma_cross <file> <bars> <interval seconds> <fast> <slow> <capital> <fee rate> <lot size>
 *
 * The file holds the columns open time (ms), open and close, one after the other, as native doubles. Commands on stdin:
 *   run <repetitions> <0|1>   1: buy and hold beside the strategy, as the engine does it; prints {"milliseconds": […]}
 *   result                    prints {"trades": […], "strategy": {…}, "holding": {…}}
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  size_t entry, exit;
  double quantity, entry_price, exit_price, pnl, rate, seconds;
} Trade;

typedef struct {
  double final_equity, total_return, cagr, annual_volatility, sharpe_ratio, sortino_ratio, max_drawdown;
  double longest_drawdown_bars, longest_drawdown_seconds, calmar_ratio, exposure, turnover, trades, win_rate;
  double profit_factor, expectancy, average_trade_return, best_trade_return, worst_trade_return;
  double average_trade_seconds, system_quality_number, kelly_fraction;
} Metrics;

typedef struct {
  double *equity, *daily;
  Trade *trades;
  size_t trade_count, held_bars;
  double traded_value;
} Account;

static size_t bars, fast, slow;
static double interval_seconds, capital, fee_rate, lot_size;
static const double *open_time, *open_price, *close_price;

static const double DAYS_PER_YEAR = 365, DAY_MS = 86400000.0;

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double leave(Account *account, Trade *trade, double before, size_t bar, double price, int at_open) {
  double value = trade->quantity * price, entry_value = trade->quantity * trade->entry_price;
  trade->exit = bar;
  trade->exit_price = price;
  trade->pnl = trade->quantity * (price - trade->entry_price) - (entry_value * fee_rate + value * fee_rate);
  trade->rate = trade->pnl / entry_value;
  trade->seconds = (open_time[bar] - open_time[trade->entry]) / 1000 + (at_open ? 0 : interval_seconds);
  account->held_bars += bar - trade->entry + (at_open ? 0 : 1);
  account->traded_value += value;
  account->trade_count++;
  return before + trade->pnl;
}

static void simulate(Account *account, int hold) {
  double cash = capital, quantity = 0, before = 0, fast_sum = 0, slow_sum = 0, difference = NAN;
  int order = 0; /* 1 enter, -1 leave */
  account->trade_count = account->held_bars = 0;
  account->traded_value = 0;
  for (size_t bar = 0; bar < bars; bar++) {
    Trade *trade = &account->trades[account->trade_count];
    if (order < 0 && quantity > 0) {
      cash = leave(account, trade, before, bar, open_price[bar], 1);
      quantity = 0;
    } else if (order > 0 && quantity == 0) {
      double price = open_price[bar];
      quantity = floor(cash / (price * (1 + fee_rate)) / lot_size) * lot_size;
      if (quantity > 0) {
        double value = quantity * price;
        before = cash;
        cash -= value + value * fee_rate;
        account->traded_value += value;
        *trade = (Trade){.entry = bar, .quantity = quantity, .entry_price = price};
      }
    }
    account->equity[bar] = cash + quantity * close_price[bar];
    if (hold) {
      order = 1;
      continue;
    }
    fast_sum += close_price[bar] - (bar >= fast ? close_price[bar - fast] : 0);
    slow_sum += close_price[bar] - (bar >= slow ? close_price[bar - slow] : 0);
    if (bar + 1 < slow) continue;
    double now = fast_sum / fast - slow_sum / slow;
    order = difference <= 0 && now > 0 ? 1 : difference >= 0 && now < 0 ? -1 : 0;
    difference = now;
  }
  if (quantity > 0)
    cash = leave(account, &account->trades[account->trade_count], before, bars - 1, close_price[bars - 1], 0);
  account->equity[bars - 1] = cash;
}

static size_t sample_days(const double *equity, double *daily) {
  size_t count = 0;
  double day_end = (floor(open_time[0] / DAY_MS) + 1) * DAY_MS;
  daily[count++] = equity[0];
  for (size_t bar = 1; bar < bars; bar++) {
    if (open_time[bar] < day_end) continue;
    if (bar > 1) daily[count++] = equity[bar - 1];
    day_end = (floor(open_time[bar] / DAY_MS) + 1) * DAY_MS;
  }
  daily[count++] = equity[bars - 1];
  return count;
}

static void measure_risk(const Account *account, Metrics *metrics) {
  double *daily = account->daily, sum = 0, squares = 0, shortfalls = 0;
  size_t count = sample_days(account->equity, daily) - 1;
  for (size_t day = 0; day < count; day++) {
    daily[day] = daily[day + 1] / daily[day] - 1;
    sum += daily[day];
  }
  double mean = sum / count;
  for (size_t day = 0; day < count; day++) {
    squares += (daily[day] - mean) * (daily[day] - mean);
    if (daily[day] < 0) shortfalls += daily[day] * daily[day];
  }
  double deviation = sqrt(squares / (count - 1)), year = sqrt(DAYS_PER_YEAR);
  metrics->annual_volatility = deviation * year;
  metrics->sharpe_ratio = mean / deviation * year;
  metrics->sortino_ratio = mean / sqrt(shortfalls / count) * year;
}

static void measure_drawdown(const double *equity, Metrics *metrics) {
  double deepest = 0, longest_ms = 0;
  size_t longest = 0, bar = 0;
  while (bar < bars) {
    size_t peak_bar = bar;
    double peak = equity[bar++], trough = peak;
    for (; bar < bars && equity[bar] < peak; bar++) trough = fmin(trough, equity[bar]);
    if (trough == peak) continue;
    size_t end = bar < bars ? bar : bars - 1;
    deepest = fmax(deepest, 1 - trough / peak);
    if (end - peak_bar > longest) longest = end - peak_bar;
    longest_ms = fmax(longest_ms, open_time[end] - open_time[peak_bar]);
  }
  metrics->max_drawdown = deepest;
  metrics->longest_drawdown_bars = longest;
  metrics->longest_drawdown_seconds = longest_ms / 1000;
}

static void measure_trades(const Account *account, Metrics *metrics) {
  double won = 0, lost = 0, pnl = 0, rate = 0, seconds = 0, squares = 0, best = -INFINITY, worst = INFINITY;
  size_t count = account->trade_count, wins = 0, losses = 0;
  for (size_t index = 0; index < count; index++) {
    const Trade *trade = &account->trades[index];
    pnl += trade->pnl, rate += trade->rate, seconds += trade->seconds;
    best = fmax(best, trade->rate), worst = fmin(worst, trade->rate);
    if (trade->pnl > 0) wins++, won += trade->pnl;
    else if (trade->pnl < 0) losses++, lost -= trade->pnl;
  }
  double mean = pnl / count, share = (double)wins / count;
  for (size_t index = 0; index < count; index++)
    squares += (account->trades[index].pnl - mean) * (account->trades[index].pnl - mean);
  metrics->trades = count;
  metrics->win_rate = count ? share : NAN, metrics->profit_factor = lost > 0 ? won / lost : NAN;
  metrics->expectancy = mean, metrics->average_trade_return = rate / count;
  metrics->best_trade_return = count ? best : NAN, metrics->worst_trade_return = count ? worst : NAN;
  metrics->average_trade_seconds = seconds / count;
  metrics->system_quality_number = count > 1 ? sqrt(count) * mean / sqrt(squares / (count - 1)) : NAN;
  metrics->kelly_fraction = wins && losses ? share - (1 - share) / (won / wins / (lost / losses)) : NAN;
}

static Metrics measure(const Account *account) {
  Metrics metrics;
  double sum = 0, first = account->equity[0], last = account->equity[bars - 1];
  double years = (open_time[bars - 1] - open_time[0]) / 1000 / (365.25 * 86400);
  for (size_t bar = 0; bar < bars; bar++) sum += account->equity[bar];
  metrics.final_equity = last;
  metrics.total_return = last / first - 1;
  metrics.cagr = pow(last / first, 1 / years) - 1;
  metrics.exposure = (double)account->held_bars / bars;
  metrics.turnover = account->traded_value / (sum / bars);
  measure_risk(account, &metrics);
  measure_drawdown(account->equity, &metrics);
  measure_trades(account, &metrics);
  metrics.calmar_ratio = metrics.max_drawdown > 0 ? metrics.cagr / metrics.max_drawdown : NAN;
  return metrics;
}

static void print_number(const char *name, double value, const char *separator) {
  if (isnan(value)) printf("\"%s\":null%s", name, separator);
  else printf("\"%s\":%.17g%s", name, value, separator);
}

/* In the order of the struct, which holds nothing but doubles. */
static const char *const METRIC_NAMES[] = {
    "finalEquity", "totalReturn", "cagr", "annualVolatility", "sharpeRatio", "sortinoRatio", "maxDrawdown",
    "longestDrawdownBars", "longestDrawdownSeconds", "calmarRatio", "exposure", "turnover", "trades", "winRate",
    "profitFactor", "expectancy", "averageTradeReturn", "bestTradeReturn", "worstTradeReturn",
    "averageTradeSeconds", "systemQualityNumber", "kellyFraction"};

static void print_metrics(const char *name, const Metrics *metrics) {
  size_t count = sizeof METRIC_NAMES / sizeof *METRIC_NAMES;
  printf("\"%s\":{", name);
  for (size_t index = 0; index < count; index++)
    print_number(METRIC_NAMES[index], ((const double *)metrics)[index], index + 1 < count ? "," : "}");
}

static Metrics run(Account *account, int hold) { return simulate(account, hold), measure(account); }

static void print_result(Account *account) {
  Metrics holding = run(account, 1), strategy = run(account, 0);
  printf("{\"trades\":[");
  for (size_t index = 0; index < account->trade_count; index++) {
    const Trade *trade = &account->trades[index];
    printf("%s{\"entryIndex\":%zu,\"exitIndex\":%zu,", index ? "," : "", trade->entry, trade->exit);
    print_number("quantity", trade->quantity, ","), print_number("entryPrice", trade->entry_price, ",");
    print_number("exitPrice", trade->exit_price, ","), print_number("pnl", trade->pnl, "}");
  }
  printf("],"), print_metrics("strategy", &strategy), printf(","), print_metrics("holding", &holding), puts("}");
}

int main(int count, char **words) {
  if (count != 9) return 2;
  bars = strtoul(words[2], NULL, 10), fast = strtoul(words[4], NULL, 10), slow = strtoul(words[5], NULL, 10);
  interval_seconds = atof(words[3]), capital = atof(words[6]), fee_rate = atof(words[7]), lot_size = atof(words[8]);
  double *columns = malloc(3 * bars * sizeof(double));
  FILE *file = fopen(words[1], "rb");
  if (!file || fread(columns, sizeof(double), 3 * bars, file) != 3 * bars) return 3;
  open_time = columns, open_price = columns + bars, close_price = columns + 2 * bars;
  Account account = {.equity = malloc(bars * sizeof(double)), .daily = malloc((bars + 2) * sizeof(double))};
  account.trades = malloc(bars * sizeof(Trade));

  char line[64];
  volatile double kept = 0; /* else the compiler could drop what nobody reads */
  while (fgets(line, sizeof line, stdin)) {
    int repetitions = 0, with_holding = 0;
    if (sscanf(line, "run %d %d", &repetitions, &with_holding) == 2) {
      printf("{\"milliseconds\":[");
      for (int repetition = 0; repetition < repetitions; repetition++) {
        double started_at = now_ms();
        kept += run(&account, 0).sharpe_ratio;
        if (with_holding) kept += run(&account, 1).sharpe_ratio;
        printf("%s%.6f", repetition ? "," : "", now_ms() - started_at);
      }
      puts("]}");
    } else if (strncmp(line, "result", 6) == 0) {
      print_result(&account);
    }
    fflush(stdout);
  }
  return 0;
}
