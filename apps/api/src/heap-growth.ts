import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets a small heap grow to four times what was in use before it collects it whole: uploads took 200 MiB for lines that had
 * been stored long ago. By 60 per cent they take 70 MiB; by 30 they take 50, and lists of 500 candles a fifth more processor
 * time. It takes effect with the next such collection, so this is imported before all else.
 */
setFlagsFromString('--heap-growing-percent=60');
