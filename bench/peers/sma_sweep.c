/* The limit for row 2: a grid of SMA crosses over columns of doubles, long only, filled at the next open, with the four
 * figures that a sweep keeps of each. An average is computed once for all combinations that use it.
 *
 *   sma_sweep <file> <bars> <capital> <fee rate> <fast first> <step> <count> <slow first> <step> <count>
 *
 * The file holds the columns open time (ms), open and close, one after the other, as native doubles. Commands on stdin:
 *   run <repetitions>   prints {"milliseconds": […]}
 *   result              prints {"totalReturns": […], "sharpeRatios": […], "maxDrawdowns": […], "trades": […]}, slow
 *                       changing fastest
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  size_t first, step, count;
} Axis;

typedef struct {
  double total_return, sharpe_ratio, max_drawdown, trades;
} Figures;

static size_t bars, day_count;
static double capital, fee_rate;
static const double *open_time, *open_price, *close_price;
static double *fast_averages, *slow_averages, *equity, *returns;
static size_t *day_bars;

static const double DAYS_PER_YEAR = 365, DAY_MS = 86400000.0;

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void average(const Axis *axis, double *columns) {
  for (size_t index = 0; index < axis->count; index++) {
    size_t period = axis->first + index * axis->step;
    double *column = columns + index * bars, sum = 0;
    for (size_t bar = 0; bar < period; bar++) sum += close_price[bar];
    column[period - 1] = sum / period;
    for (size_t bar = period; bar < bars; bar++) {
      sum += close_price[bar] - close_price[bar - period];
      column[bar] = sum / period;
    }
  }
}

/* The first bar, then the last of each day. */
static void find_days(void) {
  double day_end = (floor(open_time[0] / DAY_MS) + 1) * DAY_MS;
  day_count = 0;
  day_bars[day_count++] = 0;
  for (size_t bar = 1; bar < bars; bar++) {
    if (open_time[bar] < day_end) continue;
    if (bar > 1) day_bars[day_count++] = bar - 1;
    day_end = (floor(open_time[bar] / DAY_MS) + 1) * DAY_MS;
  }
  day_bars[day_count++] = bars - 1;
}

static size_t simulate(const double *fast, const double *slow, size_t slow_period) {
  double cash = capital, quantity = 0, before = fast[slow_period - 1] - slow[slow_period - 1];
  size_t trades = 0;
  int order = 0; /* 1 enter, -1 leave */
  for (size_t bar = 0; bar < slow_period; bar++) equity[bar] = capital;
  for (size_t bar = slow_period; bar < bars; bar++) {
    if (order < 0 && quantity > 0) {
      cash += quantity * open_price[bar] * (1 - fee_rate);
      quantity = 0;
      trades++;
    } else if (order > 0 && quantity == 0) {
      double cost = open_price[bar] * (1 + fee_rate);
      quantity = cash / cost;
      cash -= quantity * cost;
    }
    equity[bar] = cash + quantity * close_price[bar];
    double now = fast[bar] - slow[bar];
    order = before <= 0 && now > 0 ? 1 : before >= 0 && now < 0 ? -1 : 0;
    before = now;
  }
  if (quantity > 0) {
    equity[bars - 1] = cash + quantity * close_price[bars - 1] * (1 - fee_rate);
    trades++;
  }
  return trades;
}

static double sharpe_ratio(void) {
  size_t count = day_count - 1;
  double sum = 0, squares = 0;
  for (size_t day = 0; day < count; day++) {
    returns[day] = equity[day_bars[day + 1]] / equity[day_bars[day]] - 1;
    sum += returns[day];
  }
  double mean = sum / count;
  for (size_t day = 0; day < count; day++) squares += (returns[day] - mean) * (returns[day] - mean);
  return mean / sqrt(squares / (count - 1)) * sqrt(DAYS_PER_YEAR);
}

static double max_drawdown(void) {
  double deepest = 0;
  size_t bar = 0;
  while (bar < bars) {
    double peak = equity[bar++], trough = peak;
    for (; bar < bars && equity[bar] < peak; bar++) trough = equity[bar] < trough ? equity[bar] : trough;
    if (1 - trough / peak > deepest) deepest = 1 - trough / peak;
  }
  return deepest;
}

static void sweep(const Axis *fast, const Axis *slow, Figures *figures) {
  average(fast, fast_averages);
  average(slow, slow_averages);
  find_days();
  for (size_t index = 0; index < fast->count * slow->count; index++) {
    const double *fast_average = fast_averages + index / slow->count * bars;
    const double *slow_average = slow_averages + index % slow->count * bars;
    size_t trades = simulate(fast_average, slow_average, slow->first + index % slow->count * slow->step);
    figures[index] = (Figures){equity[bars - 1] / equity[0] - 1, sharpe_ratio(), max_drawdown(), trades};
  }
}

static void print_column(const char *name, const Figures *figures, size_t count, size_t field, const char *end) {
  printf("\"%s\":[", name);
  for (size_t index = 0; index < count; index++)
    printf("%s%.17g", index ? "," : "", ((const double *)&figures[index])[field]);
  printf("]%s", end);
}

static Axis read_axis(char **words) {
  return (Axis){strtoul(words[0], NULL, 10), strtoul(words[1], NULL, 10), strtoul(words[2], NULL, 10)};
}

int main(int count, char **words) {
  if (count != 11) return 2;
  bars = strtoul(words[2], NULL, 10), capital = atof(words[3]), fee_rate = atof(words[4]);
  Axis fast = read_axis(words + 5), slow = read_axis(words + 8);
  double *columns = malloc(3 * bars * sizeof(double));
  FILE *file = fopen(words[1], "rb");
  if (!file || fread(columns, sizeof(double), 3 * bars, file) != 3 * bars) return 3;
  open_time = columns, open_price = columns + bars, close_price = columns + 2 * bars;
  fast_averages = malloc(fast.count * bars * sizeof(double));
  slow_averages = malloc(slow.count * bars * sizeof(double));
  equity = malloc(bars * sizeof(double)), returns = malloc(bars * sizeof(double));
  day_bars = malloc((bars + 2) * sizeof(size_t));
  size_t combinations = fast.count * slow.count;
  Figures *figures = malloc(combinations * sizeof(Figures));

  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    int repetitions = 0;
    if (sscanf(line, "run %d", &repetitions) == 1) {
      printf("{\"milliseconds\":[");
      for (int repetition = 0; repetition < repetitions; repetition++) {
        double started_at = now_ms();
        sweep(&fast, &slow, figures);
        printf("%s%.6f", repetition ? "," : "", now_ms() - started_at);
      }
      puts("]}");
    } else if (strncmp(line, "result", 6) == 0) {
      sweep(&fast, &slow, figures);
      printf("{");
      print_column("totalReturns", figures, combinations, 0, ",");
      print_column("sharpeRatios", figures, combinations, 1, ",");
      print_column("maxDrawdowns", figures, combinations, 2, ",");
      print_column("trades", figures, combinations, 3, "}\n");
    }
    fflush(stdout);
  }
  return 0;
}
