import { BacktestRefusal } from '../backtest/backtest-refusal';
import { readExpression } from '../rules/expression';
import { type SettingReader } from './setting-reader';

/** Checks an expression of the rules' language. */
export function readRuleExpression(expression: unknown, path: string, reader: SettingReader): void {
  try {
    readExpression(expression, path);
  } catch (error) {
    if (!(error instanceof BacktestRefusal)) throw error;
    refuseAsRead(error.message, path, reader);
  }
}

/** A refusal of the rules' language begins with the path of what is wrong. */
function refuseAsRead(message: string, path: string, reader: SettingReader): void {
  const colon = message.indexOf(': ');
  const isPathed = colon > 0 && message.startsWith(path);
  reader.refuse(isPathed ? message.slice(0, colon) : path, isPathed ? message.slice(colon + 2) : message);
}
